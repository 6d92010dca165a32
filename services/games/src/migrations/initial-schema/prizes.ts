/** Tables of prizes: settlements, their awards and trees, and the inputs that a result must show. Amounts in wei. */
export const prizesTables = `
  -- proposal: raised by every proposal that differs from the previous one, which starts the review again. game_version: version
  -- of the game that the proposal was computed from. digest: of ranks, awards with their differences, and moved. ranks: four bytes per
  -- ordinal, big endian, 0 outside the standings, negative for an entry that cannot win a prize. ranking: the ordinals of all entries
  -- by rank, four bytes each, big endian; those outside the standings are last. corrections: number of corrections
  -- by administrators; moved: the prizes that they decided. approved_proposal: the proposal that a second administrator
  -- has approved. document, root: null until settled_at. funding_tx: null unless the chain has our settlement; claims_open_at:
  -- null unless it is in a final block. funding_problem_tx: the latest settlement or withdrawal of the pool, while it is a problem.
  -- funding_approved_call: root, token and amount that a second administrator has approved.
  -- funding_decisions: raised when an approval is given, withdrawn or ends, except by ADMIN_WALLETS.
  -- funding_unapproved: our settlement or refill was above the limit and not approved when it was first seen on the chain.
  create table prize_settlements (
    game_id uuid primary key references games,
    proposal integer not null,
    game_version integer not null,
    proposed_at timestamptz not null,
    review_ends_at timestamptz not null,
    paid_fees numeric(78, 0) not null,
    entries integer not null,
    awards integer not null,
    total numeric(78, 0) not null,
    digest bytea not null,
    ranks bytea not null,
    ranking bytea not null,
    corrections integer not null,
    moved numeric(78, 0) not null,
    approved_proposal integer,
    approved_by text,
    settled_at timestamptz,
    document jsonb,
    root text check (root ~ '^0x[0-9a-f]{64}$'),
    claims_open_at timestamptz,
    funding_tx text,
    funding_problem text,
    funding_problem_tx text,
    funding_approved_by text,
    funding_approved_call text,
    funding_decisions integer not null default 0,
    funding_unapproved boolean not null default false,
    paid integer not null default 0,
    paid_amount numeric(78, 0) not null default 0,
    check ((settled_at is null) = (document is null)),
    check ((funding_approved_by is null) = (funding_approved_call is null))
  );
  -- A page of entries reads a part of them, without decompressing the rest.
  alter table prize_settlements alter column ranks set storage external, alter column ranking set storage external;
  create index prize_settlements_by_time on prize_settlements (settled_at desc, game_id) where settled_at is not null;

  -- One row per entry with a prize in the proposal, or without the corrections (uncorrected_...). leaf: position in the tree;
  -- null without a prize.
  create table prize_awards (
    -- Without a foreign key, whose check would double the time of storing 200,000 prizes; settlements are never deleted.
    game_id uuid not null,
    ordinal integer not null,
    leaf integer,
    rank integer,
    uncorrected_rank integer,
    amount numeric(78, 0) not null check (amount >= 0),
    uncorrected_amount numeric(78, 0) not null,
    primary key (game_id, ordinal),
    check ((leaf is null) = (amount = 0))
  );
  create unique index prize_awards_by_leaf on prize_awards (game_id, leaf);

  -- A part of a tree: 4,096 nodes of 32 bytes each, in the order of contracts/src/prize-tree.ts; positions: node of each of 4,096
  -- leaves, four bytes each. In parts, because a statement with all of a large tree would delay requests.
  create table prize_trees (
    game_id uuid not null references prize_settlements,
    part integer not null,
    nodes bytea not null,
    positions bytea not null,
    primary key (game_id, part)
  );
  alter table prize_trees alter column nodes set storage external, alter column positions set storage external;

  -- Coefficients of entries when the game was settled; only entries with steps, as lines of the digest (coefficients_digest of the
  -- result document). block: (ordinal - 1) / 1,000; few long rows, because storing 100,000 short ones takes a second.
  create table prize_coefficients (
    game_id uuid not null, -- without a foreign key, as in prize_awards
    block integer not null,
    lines text not null,
    primary key (game_id, block)
  );
`;
