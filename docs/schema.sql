-- The schema of each service, as its migrations create it. Generated: do not edit.
-- To update it: npx vitest run tools/architecture/schema.test.ts -u
-- The meaning of columns is described where they are created: migrations.ts of the service and the files that it imports.

-- admin

CREATE OR REPLACE FUNCTION admin.reject_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    raise exception 'audit_log is append-only';
  end $function$;

CREATE TABLE admin.audit_log (
  id uuid NOT NULL,
  owner text NOT NULL,
  "position" bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  admin text NOT NULL,
  request_id uuid NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  wallet text,
  reason text NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_by_subject ON admin.audit_log USING btree (subject, at DESC);
CREATE INDEX audit_log_by_time ON admin.audit_log USING btree (at DESC, id DESC);
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON admin.audit_log FOR EACH STATEMENT EXECUTE FUNCTION admin.reject_audit_change();
GRANT INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER ON admin.audit_log TO admin;

CREATE TABLE admin.migrations (
  name text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE admin.owners_read (
  owner text NOT NULL,
  "position" bigint NOT NULL,
  CONSTRAINT owners_read_pkey PRIMARY KEY (owner)
);

CREATE TABLE admin.replicas (
  id uuid NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT replicas_pkey PRIMARY KEY (id)
);

-- fpl-relay

CREATE TABLE fpl_relay.feed_faults (
  hour timestamp with time zone NOT NULL,
  faults integer NOT NULL,
  CONSTRAINT feed_faults_pkey PRIMARY KEY (hour)
);

CREATE TABLE fpl_relay.migrations (
  name text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE fpl_relay.outbox (
  "position" bigint DEFAULT nextval('fpl_relay.outbox_position_seq'::regclass) NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  subject text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  traceparent text,
  CONSTRAINT outbox_pkey PRIMARY KEY ("position")
);

CREATE TABLE fpl_relay.replicas (
  id uuid NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT replicas_pkey PRIMARY KEY (id)
);

CREATE TABLE fpl_relay.seasons (
  season text NOT NULL,
  place integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  CONSTRAINT seasons_pkey PRIMARY KEY (season),
  CONSTRAINT seasons_place_key UNIQUE (place)
);

CREATE TABLE fpl_relay.snapshots (
  season text NOT NULL,
  resource text NOT NULL,
  gameweek integer NOT NULL,
  version bigint NOT NULL,
  content text NOT NULL,
  hash text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  fetched_at timestamp with time zone NOT NULL,
  CONSTRAINT snapshots_pkey PRIMARY KEY (season, resource, gameweek),
  CONSTRAINT snapshots_season_fkey FOREIGN KEY (season) REFERENCES fpl_relay.seasons(season)
);

-- games

CREATE OR REPLACE FUNCTION games.reject_change_of_admin_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    raise exception 'admin_changes is append-only';
  end $function$;

CREATE TABLE games.adjustments (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  game_id uuid NOT NULL,
  ordinal integer NOT NULL,
  at timestamp with time zone NOT NULL,
  field text NOT NULL,
  delta integer NOT NULL,
  value_before integer NOT NULL,
  value_after integer NOT NULL,
  from_gameweek integer,
  admin text NOT NULL,
  reason text NOT NULL,
  CONSTRAINT adjustments_pkey PRIMARY KEY (id),
  CONSTRAINT adjustments_game_id_fkey FOREIGN KEY (game_id) REFERENCES games.games(id),
  CONSTRAINT adjustments_check CHECK (((from_gameweek IS NOT NULL) = (field = 'coefficient_applied'::text))),
  CONSTRAINT adjustments_delta_check CHECK ((delta <> 0)),
  CONSTRAINT adjustments_field_check CHECK ((field = ANY (ARRAY['entry_points'::text, 'current_points'::text, 'coefficient_applied'::text, 'earned_points'::text])))
);
CREATE INDEX adjustments_by_entry ON games.adjustments USING btree (game_id, ordinal, id);

CREATE TABLE games.admin_changes (
  "position" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  admin text NOT NULL,
  request_id uuid NOT NULL,
  owner text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  wallet text,
  reason text NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  CONSTRAINT admin_changes_pkey PRIMARY KEY ("position"),
  CONSTRAINT admin_changes_id_key UNIQUE (id),
  CONSTRAINT admin_changes_admin_check CHECK ((admin = lower(admin))),
  CONSTRAINT admin_changes_reason_check CHECK ((reason <> ''::text))
);
CREATE INDEX admin_changes_by_subject ON games.admin_changes USING btree (subject, "position");
CREATE TRIGGER admin_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON games.admin_changes FOR EACH STATEMENT EXECUTE FUNCTION games.reject_change_of_admin_changes();

CREATE TABLE games.clubs (
  season text NOT NULL,
  id integer NOT NULL,
  code integer NOT NULL,
  name text NOT NULL,
  short_name text NOT NULL,
  CONSTRAINT clubs_pkey PRIMARY KEY (season, id),
  CONSTRAINT clubs_season_fkey FOREIGN KEY (season) REFERENCES games.seasons(season)
);

CREATE TABLE games.coefficient_changes (
  game_id uuid NOT NULL,
  game_version integer NOT NULL,
  ordinal integer NOT NULL,
  CONSTRAINT coefficient_changes_pkey PRIMARY KEY (game_id, game_version),
  CONSTRAINT coefficient_changes_game_id_fkey FOREIGN KEY (game_id) REFERENCES games.games(id)
);

CREATE TABLE games.entries (
  id uuid NOT NULL,
  game_id uuid NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  ordinal integer NOT NULL,
  first_version integer NOT NULL,
  edits integer DEFAULT 0 NOT NULL,
  entry_points smallint NOT NULL,
  first_gameweek smallint NOT NULL,
  first_batch_index smallint DEFAULT 0 NOT NULL,
  first_batch_size smallint DEFAULT 1 NOT NULL,
  wallet bytea NOT NULL,
  digest bytea NOT NULL,
  roster_numbers bytea NOT NULL,
  first_lineup bytea NOT NULL,
  first_commitment bytea NOT NULL,
  team_name text NOT NULL,
  edited_version integer,
  suspended_at timestamp with time zone,
  excluded_at timestamp with time zone,
  excluded_by text,
  excluded_reason text,
  wallet_address text GENERATED ALWAYS AS (('0x'::text || encode(wallet, 'hex'::text))) VIRTUAL,
  join_digest text GENERATED ALWAYS AS (encode(digest, 'hex'::text)) VIRTUAL,
  CONSTRAINT entries_pkey PRIMARY KEY (id),
  CONSTRAINT entries_game_id_ordinal_key UNIQUE (game_id, ordinal),
  CONSTRAINT entries_wallet_game_id_key UNIQUE (wallet, game_id),
  CONSTRAINT entries_game_id_fkey FOREIGN KEY (game_id) REFERENCES games.games(id),
  CONSTRAINT entries_check CHECK ((((excluded_at IS NULL) = (excluded_by IS NULL)) AND ((excluded_at IS NULL) = (excluded_reason IS NULL)))),
  CONSTRAINT entries_digest_check CHECK ((octet_length(digest) >= 6)),
  CONSTRAINT entries_first_commitment_check CHECK ((octet_length(first_commitment) = 32)),
  CONSTRAINT entries_first_lineup_check CHECK ((octet_length(first_lineup) = 38)),
  CONSTRAINT entries_wallet_check CHECK ((octet_length(wallet) = 20))
);
CREATE INDEX edited_entries ON games.entries USING btree (game_id, edited_version) WHERE (edited_version IS NOT NULL);
CREATE INDEX entries_by_time ON games.entries USING brin (joined_at) WITH (pages_per_range='32');
CREATE INDEX excluded_entries ON games.entries USING btree (game_id, ordinal) WHERE (excluded_at IS NOT NULL);
CREATE INDEX suspended_entries ON games.entries USING btree (game_id, ordinal) WHERE (suspended_at IS NOT NULL);

CREATE TABLE games.entry_gameweeks (
  game_id uuid NOT NULL,
  ordinal integer NOT NULL,
  raw_points integer NOT NULL,
  points integer NOT NULL,
  earned integer NOT NULL,
  rank integer,
  gameweek smallint NOT NULL,
  coefficient smallint DEFAULT 1000 NOT NULL,
  CONSTRAINT entry_gameweeks_pkey PRIMARY KEY (game_id, gameweek, ordinal),
  CONSTRAINT entry_gameweeks_game_id_fkey FOREIGN KEY (game_id) REFERENCES games.games(id)
) PARTITION BY LIST (gameweek);
CREATE TABLE games.entry_gameweeks_1 PARTITION OF games.entry_gameweeks FOR VALUES IN ('1');
CREATE TABLE games.entry_gameweeks_2 PARTITION OF games.entry_gameweeks FOR VALUES IN ('2');
CREATE TABLE games.entry_gameweeks_3 PARTITION OF games.entry_gameweeks FOR VALUES IN ('3');
CREATE TABLE games.entry_gameweeks_4 PARTITION OF games.entry_gameweeks FOR VALUES IN ('4');
CREATE TABLE games.entry_gameweeks_5 PARTITION OF games.entry_gameweeks FOR VALUES IN ('5');
CREATE TABLE games.entry_gameweeks_6 PARTITION OF games.entry_gameweeks FOR VALUES IN ('6');
CREATE TABLE games.entry_gameweeks_7 PARTITION OF games.entry_gameweeks FOR VALUES IN ('7');
CREATE TABLE games.entry_gameweeks_8 PARTITION OF games.entry_gameweeks FOR VALUES IN ('8');
CREATE TABLE games.entry_gameweeks_9 PARTITION OF games.entry_gameweeks FOR VALUES IN ('9');
CREATE TABLE games.entry_gameweeks_10 PARTITION OF games.entry_gameweeks FOR VALUES IN ('10');
CREATE TABLE games.entry_gameweeks_11 PARTITION OF games.entry_gameweeks FOR VALUES IN ('11');
CREATE TABLE games.entry_gameweeks_12 PARTITION OF games.entry_gameweeks FOR VALUES IN ('12');
CREATE TABLE games.entry_gameweeks_13 PARTITION OF games.entry_gameweeks FOR VALUES IN ('13');
CREATE TABLE games.entry_gameweeks_14 PARTITION OF games.entry_gameweeks FOR VALUES IN ('14');
CREATE TABLE games.entry_gameweeks_15 PARTITION OF games.entry_gameweeks FOR VALUES IN ('15');
CREATE TABLE games.entry_gameweeks_16 PARTITION OF games.entry_gameweeks FOR VALUES IN ('16');
CREATE TABLE games.entry_gameweeks_17 PARTITION OF games.entry_gameweeks FOR VALUES IN ('17');
CREATE TABLE games.entry_gameweeks_18 PARTITION OF games.entry_gameweeks FOR VALUES IN ('18');
CREATE TABLE games.entry_gameweeks_19 PARTITION OF games.entry_gameweeks FOR VALUES IN ('19');
CREATE TABLE games.entry_gameweeks_20 PARTITION OF games.entry_gameweeks FOR VALUES IN ('20');
CREATE TABLE games.entry_gameweeks_21 PARTITION OF games.entry_gameweeks FOR VALUES IN ('21');
CREATE TABLE games.entry_gameweeks_22 PARTITION OF games.entry_gameweeks FOR VALUES IN ('22');
CREATE TABLE games.entry_gameweeks_23 PARTITION OF games.entry_gameweeks FOR VALUES IN ('23');
CREATE TABLE games.entry_gameweeks_24 PARTITION OF games.entry_gameweeks FOR VALUES IN ('24');
CREATE TABLE games.entry_gameweeks_25 PARTITION OF games.entry_gameweeks FOR VALUES IN ('25');
CREATE TABLE games.entry_gameweeks_26 PARTITION OF games.entry_gameweeks FOR VALUES IN ('26');
CREATE TABLE games.entry_gameweeks_27 PARTITION OF games.entry_gameweeks FOR VALUES IN ('27');
CREATE TABLE games.entry_gameweeks_28 PARTITION OF games.entry_gameweeks FOR VALUES IN ('28');
CREATE TABLE games.entry_gameweeks_29 PARTITION OF games.entry_gameweeks FOR VALUES IN ('29');
CREATE TABLE games.entry_gameweeks_30 PARTITION OF games.entry_gameweeks FOR VALUES IN ('30');
CREATE TABLE games.entry_gameweeks_31 PARTITION OF games.entry_gameweeks FOR VALUES IN ('31');
CREATE TABLE games.entry_gameweeks_32 PARTITION OF games.entry_gameweeks FOR VALUES IN ('32');
CREATE TABLE games.entry_gameweeks_33 PARTITION OF games.entry_gameweeks FOR VALUES IN ('33');
CREATE TABLE games.entry_gameweeks_34 PARTITION OF games.entry_gameweeks FOR VALUES IN ('34');
CREATE TABLE games.entry_gameweeks_35 PARTITION OF games.entry_gameweeks FOR VALUES IN ('35');
CREATE TABLE games.entry_gameweeks_36 PARTITION OF games.entry_gameweeks FOR VALUES IN ('36');
CREATE TABLE games.entry_gameweeks_37 PARTITION OF games.entry_gameweeks FOR VALUES IN ('37');
CREATE TABLE games.entry_gameweeks_38 PARTITION OF games.entry_gameweeks FOR VALUES IN ('38');
CREATE TABLE games.entry_gameweeks_other PARTITION OF games.entry_gameweeks DEFAULT;

CREATE TABLE games.feed_snapshots (
  season text NOT NULL,
  kind text NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT feed_snapshots_pkey PRIMARY KEY (season, kind),
  CONSTRAINT feed_snapshots_season_fkey FOREIGN KEY (season) REFERENCES games.seasons(season)
);

CREATE TABLE games.fixture_scores (
  season text NOT NULL,
  gameweek integer NOT NULL,
  fixture integer NOT NULL,
  player integer NOT NULL,
  points integer NOT NULL,
  minutes integer NOT NULL,
  cards integer NOT NULL,
  bps integer NOT NULL,
  bonus integer NOT NULL,
  goals integer DEFAULT 0 NOT NULL,
  explain jsonb NOT NULL,
  CONSTRAINT fixture_scores_pkey PRIMARY KEY (season, gameweek, fixture, player),
  CONSTRAINT fixture_scores_season_fkey FOREIGN KEY (season) REFERENCES games.seasons(season)
);

CREATE TABLE games.fixtures (
  season text NOT NULL,
  id integer NOT NULL,
  gameweek integer,
  kickoff_time timestamp with time zone,
  team_h integer NOT NULL,
  team_a integer NOT NULL,
  started boolean NOT NULL,
  finished boolean NOT NULL,
  finished_provisional boolean NOT NULL,
  CONSTRAINT fixtures_pkey PRIMARY KEY (season, id),
  CONSTRAINT fixtures_season_fkey FOREIGN KEY (season) REFERENCES games.seasons(season)
);

CREATE TABLE games.games (
  id uuid NOT NULL,
  season text NOT NULL,
  game_type text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  entry_fee numeric(30,18) NOT NULL,
  first_gameweek integer NOT NULL,
  last_gameweek integer NOT NULL,
  join_deadline timestamp with time zone,
  start_time timestamp with time zone NOT NULL,
  end_time timestamp with time zone NOT NULL,
  status text NOT NULL,
  cancelled_by text,
  settlement text DEFAULT 'PENDING'::text NOT NULL,
  max_participants integer,
  participants integer DEFAULT 0 NOT NULL,
  version integer DEFAULT 0 NOT NULL,
  edits integer DEFAULT 0 NOT NULL,
  held_status text,
  held_start boolean DEFAULT false NOT NULL,
  held_end boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone NOT NULL,
  prize_plan jsonb DEFAULT '{"rows": [], "token": {"symbol": "FOOTBALL", "address": "0x0000000000000000000000000000000000000000", "decimals": 18}, "template": "TOP", "guarantee": "0", "eligibility": "ALL", "min_entries": 1, "commission_bps": 0}'::jsonb NOT NULL,
  prizes_covered boolean DEFAULT true NOT NULL,
  prize_state text,
  prize_pool numeric(78,0),
  prize_entrants integer,
  CONSTRAINT games_pkey PRIMARY KEY (id),
  CONSTRAINT games_season_fkey FOREIGN KEY (season) REFERENCES games.seasons(season),
  CONSTRAINT games_entry_fee_check CHECK ((entry_fee >= (0)::numeric)),
  CONSTRAINT games_game_type_check CHECK ((game_type = ANY (ARRAY['SEASON'::text, 'WEEKLY'::text, 'TOURNAMENT'::text]))),
  CONSTRAINT games_held_status_check CHECK ((held_status = ANY (ARRAY['UPCOMING'::text, 'ACTIVE'::text, 'COMPLETED'::text]))),
  CONSTRAINT games_prize_entrants_check CHECK ((prize_entrants >= 0)),
  CONSTRAINT games_prize_pool_check CHECK ((prize_pool >= (0)::numeric)),
  CONSTRAINT games_prize_state_check CHECK ((prize_state = ANY (ARRAY['REVIEW'::text, 'SETTLED'::text, 'FUNDED'::text, 'PAID'::text, 'NONE'::text]))),
  CONSTRAINT games_settlement_check CHECK ((settlement = ANY (ARRAY['PENDING'::text, 'PROVISIONAL'::text, 'FINAL'::text]))),
  CONSTRAINT games_status_check CHECK ((status = ANY (ARRAY['UPCOMING'::text, 'ACTIVE'::text, 'COMPLETED'::text, 'CANCELLED'::text])))
);
CREATE INDEX games_by_type_and_start ON games.games USING btree (game_type, start_time);
CREATE UNIQUE INDEX one_season_game_per_season ON games.games USING btree (season) WHERE (game_type = 'SEASON'::text);
CREATE UNIQUE INDEX one_weekly_game_per_gameweek ON games.games USING btree (season, first_gameweek) WHERE (game_type = 'WEEKLY'::text);

CREATE TABLE games.gameweek_inputs (
  digest bytea NOT NULL,
  body bytea NOT NULL,
  CONSTRAINT gameweek_inputs_pkey PRIMARY KEY (digest),
  CONSTRAINT gameweek_inputs_digest_check CHECK ((octet_length(digest) = 32))
);

CREATE TABLE games.gameweeks (
  season text NOT NULL,
  id integer NOT NULL,
  name text NOT NULL,
  deadline_time timestamp with time zone NOT NULL,
  is_current boolean NOT NULL,
  is_next boolean NOT NULL,
  finished boolean NOT NULL,
  data_checked boolean NOT NULL,
  settled_at timestamp with time zone,
  CONSTRAINT gameweeks_pkey PRIMARY KEY (season, id),
  CONSTRAINT gameweeks_season_fkey FOREIGN KEY (season) REFERENCES games.seasons(season)
);

CREATE TABLE games.later_lineups (
  game_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  game_version integer NOT NULL,
  ordinal integer NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  effective_gameweek smallint NOT NULL,
  number smallint NOT NULL,
  batch_index smallint NOT NULL,
  batch_size smallint NOT NULL,
  lineup bytea NOT NULL,
  commitment bytea NOT NULL,
  CONSTRAINT later_lineups_pkey PRIMARY KEY (game_id, game_version),
  CONSTRAINT later_lineups_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES games.entries(id),
  CONSTRAINT later_lineups_game_id_fkey FOREIGN KEY (game_id) REFERENCES games.games(id),
  CONSTRAINT later_lineups_commitment_check CHECK ((octet_length(commitment) = 32)),
  CONSTRAINT later_lineups_lineup_check CHECK ((octet_length(lineup) = 38))
);
CREATE INDEX later_lineups_by_entry ON games.later_lineups USING btree (entry_id, effective_gameweek, game_version);

CREATE TABLE games.league_bans (
  league_id uuid NOT NULL,
  wallet_address text NOT NULL,
  CONSTRAINT league_bans_pkey PRIMARY KEY (league_id, wallet_address),
  CONSTRAINT league_bans_league_id_fkey FOREIGN KEY (league_id) REFERENCES games.leagues(id) ON DELETE CASCADE
);

CREATE TABLE games.league_gameweeks (
  game_id uuid NOT NULL,
  gameweek smallint NOT NULL,
  game_version integer NOT NULL,
  CONSTRAINT league_gameweeks_pkey PRIMARY KEY (game_id, gameweek)
);

CREATE TABLE games.league_members (
  league_id uuid NOT NULL,
  game_id uuid NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  ordinal integer NOT NULL,
  version integer NOT NULL,
  wallet bytea NOT NULL,
  CONSTRAINT league_members_pkey PRIMARY KEY (wallet, league_id),
  CONSTRAINT league_members_league_id_fkey FOREIGN KEY (league_id) REFERENCES games.leagues(id) ON DELETE CASCADE,
  CONSTRAINT league_members_wallet_check CHECK ((octet_length(wallet) = 20))
);
CREATE INDEX league_members_by_league ON games.league_members USING btree (league_id, version);

CREATE TABLE games.league_scores (
  league_id uuid NOT NULL,
  gameweek smallint NOT NULL,
  game_version integer NOT NULL,
  points integer[] NOT NULL,
  goals integer[] NOT NULL,
  CONSTRAINT league_scores_pkey PRIMARY KEY (league_id, gameweek),
  CONSTRAINT league_scores_league_id_fkey FOREIGN KEY (league_id) REFERENCES games.leagues(id) ON DELETE CASCADE
);

CREATE TABLE games.leagues (
  id uuid NOT NULL,
  game_id uuid NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  code text NOT NULL,
  owner text NOT NULL,
  co_admins text[] DEFAULT '{}'::text[] NOT NULL,
  start_gameweek smallint NOT NULL,
  uses_coefficient boolean NOT NULL,
  knock_out_gameweeks smallint NOT NULL,
  members integer NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  removed_version integer DEFAULT 0 NOT NULL,
  draw jsonb,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT leagues_pkey PRIMARY KEY (id),
  CONSTRAINT leagues_code_key UNIQUE (code),
  CONSTRAINT leagues_kind_check CHECK ((kind = ANY (ARRAY['CLASSIC'::text, 'HEAD_TO_HEAD'::text])))
);
CREATE INDEX drawn_leagues ON games.leagues USING btree (game_id, id) WHERE (draw IS NOT NULL);
CREATE INDEX undrawn_leagues ON games.leagues USING btree (game_id, start_gameweek) WHERE ((kind = 'HEAD_TO_HEAD'::text) AND (draw IS NULL));

CREATE TABLE games.ledger_cursors (
  chain_id integer NOT NULL,
  address text NOT NULL,
  side text NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  final_block bigint NOT NULL,
  dust_transfers bigint DEFAULT 0 NOT NULL,
  dust_amount numeric(78,0) DEFAULT 0 NOT NULL,
  CONSTRAINT ledger_cursors_pkey PRIMARY KEY (chain_id, address, side),
  CONSTRAINT ledger_cursors_side_check CHECK ((side = ANY (ARRAY['recipient'::text, 'sender'::text, 'vault'::text])))
);

CREATE TABLE games.ledger_outgoing (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chain_id integer NOT NULL,
  tx_hash text NOT NULL,
  log_index integer NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  block_time timestamp with time zone NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  amount numeric(78,0) NOT NULL,
  state text DEFAULT 'SEEN'::text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  explained boolean DEFAULT false NOT NULL,
  CONSTRAINT ledger_outgoing_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_outgoing_chain_id_tx_hash_log_index_key UNIQUE (chain_id, tx_hash, log_index),
  CONSTRAINT ledger_outgoing_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT ledger_outgoing_state_check CHECK ((state = ANY (ARRAY['SEEN'::text, 'CONFIRMED'::text, 'FINAL'::text, 'ORPHANED'::text]))),
  CONSTRAINT ledger_outgoing_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text))
);
CREATE INDEX ledger_outgoing_not_final ON games.ledger_outgoing USING btree (chain_id, sender, block_number) WHERE (state = ANY (ARRAY['SEEN'::text, 'CONFIRMED'::text]));
CREATE INDEX ledger_outgoing_orphaned ON games.ledger_outgoing USING btree (id) WHERE (state = 'ORPHANED'::text);

CREATE TABLE games.ledger_transfers (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chain_id integer NOT NULL,
  tx_hash text NOT NULL,
  log_index integer NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  block_time timestamp with time zone NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  amount numeric(78,0) NOT NULL,
  state text DEFAULT 'SEEN'::text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  assigned boolean DEFAULT false NOT NULL,
  CONSTRAINT ledger_transfers_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_transfers_chain_id_tx_hash_log_index_key UNIQUE (chain_id, tx_hash, log_index),
  CONSTRAINT ledger_transfers_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT ledger_transfers_state_check CHECK ((state = ANY (ARRAY['SEEN'::text, 'CONFIRMED'::text, 'FINAL'::text, 'ORPHANED'::text]))),
  CONSTRAINT ledger_transfers_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text))
);
CREATE INDEX ledger_transfers_not_final ON games.ledger_transfers USING btree (chain_id, recipient, block_number) WHERE (state = ANY (ARRAY['SEEN'::text, 'CONFIRMED'::text]));
CREATE INDEX ledger_transfers_orphaned ON games.ledger_transfers USING btree (id) WHERE (state = 'ORPHANED'::text);
CREATE INDEX ledger_transfers_unassigned ON games.ledger_transfers USING btree (id) WHERE (NOT assigned);
CREATE INDEX transfers_by_time ON games.ledger_transfers USING btree (block_time);

CREATE VIEW games.lineup_versions AS
 SELECT entries.game_id,
    entries.id AS entry_id,
    entries.first_version AS game_version,
    entries.ordinal,
    entries.joined_at AS saved_at,
    entries.first_gameweek AS effective_gameweek,
    (1)::smallint AS number,
    entries.first_lineup AS lineup,
    entries.first_commitment AS commitment,
    true AS joined,
    entries.first_batch_index AS batch_index,
    entries.first_batch_size AS batch_size
   FROM games.entries
UNION ALL
 SELECT later_lineups.game_id,
    later_lineups.entry_id,
    later_lineups.game_version,
    later_lineups.ordinal,
    later_lineups.saved_at,
    later_lineups.effective_gameweek,
    later_lineups.number,
    later_lineups.lineup,
    later_lineups.commitment,
    false AS joined,
    later_lineups.batch_index,
    later_lineups.batch_size
   FROM games.later_lineups;

CREATE TABLE games.lock_roots (
  game_id uuid NOT NULL,
  gameweek smallint NOT NULL,
  locks_at timestamp with time zone NOT NULL,
  final boolean NOT NULL,
  entries integer NOT NULL,
  computed_at timestamp with time zone NOT NULL,
  root bytea NOT NULL,
  subtrees bytea NOT NULL,
  CONSTRAINT lock_roots_pkey PRIMARY KEY (game_id, gameweek, locks_at),
  CONSTRAINT lock_roots_game_id_fkey FOREIGN KEY (game_id) REFERENCES games.games(id),
  CONSTRAINT lock_roots_root_check CHECK ((octet_length(root) = 32))
);
CREATE UNIQUE INDEX one_final_root ON games.lock_roots USING btree (game_id, gameweek) WHERE final;

CREATE TABLE games.migrations (
  name text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE games.outbox (
  "position" bigint DEFAULT nextval('games.outbox_position_seq'::regclass) NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  subject text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  traceparent text,
  CONSTRAINT outbox_pkey PRIMARY KEY ("position")
);

CREATE TABLE games.payments (
  transfer_id bigint NOT NULL,
  reservation_id uuid,
  surplus numeric(78,0) DEFAULT 0 NOT NULL,
  refund_reason text,
  refund_for uuid,
  CONSTRAINT payments_pkey PRIMARY KEY (transfer_id),
  CONSTRAINT payments_reservation_id_key UNIQUE (reservation_id),
  CONSTRAINT payments_refund_for_fkey FOREIGN KEY (refund_for) REFERENCES games.reservations(id),
  CONSTRAINT payments_reservation_id_fkey FOREIGN KEY (reservation_id) REFERENCES games.reservations(id),
  CONSTRAINT payments_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES games.ledger_transfers(id),
  CONSTRAINT payments_check CHECK (((reservation_id IS NULL) <> (refund_reason IS NULL))),
  CONSTRAINT payments_surplus_check CHECK ((surplus >= (0)::numeric))
);
CREATE INDEX payments_refund_for ON games.payments USING btree (refund_for) WHERE (refund_for IS NOT NULL);

CREATE TABLE games.payouts (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  transfer_id bigint,
  kind text NOT NULL,
  reason text NOT NULL,
  about uuid,
  recipient text NOT NULL,
  amount numeric(78,0) NOT NULL,
  from_block bigint NOT NULL,
  state text DEFAULT 'DUE'::text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  begun_at timestamp with time zone,
  begun_by text,
  tx_hash text,
  reported boolean DEFAULT false NOT NULL,
  locked_at_block bigint,
  locked_nonce bigint,
  outgoing_id bigint,
  sent_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  CONSTRAINT payouts_pkey PRIMARY KEY (id),
  CONSTRAINT payouts_outgoing_id_key UNIQUE (outgoing_id),
  CONSTRAINT payouts_outgoing_id_fkey FOREIGN KEY (outgoing_id) REFERENCES games.ledger_outgoing(id),
  CONSTRAINT payouts_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES games.ledger_transfers(id),
  CONSTRAINT payouts_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT payouts_check CHECK (((state = 'DUE'::text) OR (begun_at IS NOT NULL))),
  CONSTRAINT payouts_check1 CHECK (((tx_hash IS NOT NULL) = (state = ANY (ARRAY['SENT'::text, 'CONFIRMED'::text])))),
  CONSTRAINT payouts_check2 CHECK (((confirmed_at IS NOT NULL) = (state = 'CONFIRMED'::text))),
  CONSTRAINT payouts_kind_check CHECK ((kind = ANY (ARRAY['REFUND'::text, 'STAKE_RETURN'::text, 'INTEREST'::text]))),
  CONSTRAINT payouts_recipient_check CHECK ((recipient = lower(recipient))),
  CONSTRAINT payouts_state_check CHECK ((state = ANY (ARRAY['DUE'::text, 'SENDING'::text, 'SENT'::text, 'CONFIRMED'::text]))),
  CONSTRAINT payouts_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text))
);
CREATE INDEX payouts_by_confirmation ON games.payouts USING btree (confirmed_at) WHERE (state = 'CONFIRMED'::text);
CREATE INDEX payouts_by_recipient ON games.payouts USING btree (recipient, amount);
CREATE INDEX payouts_by_transfer ON games.payouts USING btree (transfer_id);
CREATE INDEX payouts_latest ON games.payouts USING btree (due_at DESC, id DESC);
CREATE INDEX payouts_locked ON games.payouts USING btree (id) WHERE (locked_at_block IS NOT NULL);
CREATE UNIQUE INDEX payouts_not_begun ON games.payouts USING btree (transfer_id, kind) WHERE (begun_at IS NULL);
CREATE INDEX payouts_open ON games.payouts USING btree (due_at DESC, id DESC) WHERE (state <> 'CONFIRMED'::text);

CREATE TABLE games.players (
  season text NOT NULL,
  id integer NOT NULL,
  code integer NOT NULL,
  name text NOT NULL,
  web_name text NOT NULL,
  team integer NOT NULL,
  "position" smallint NOT NULL,
  price integer NOT NULL,
  total_points integer NOT NULL,
  form double precision NOT NULL,
  status text NOT NULL,
  can_select boolean NOT NULL,
  news text NOT NULL,
  chance_of_playing integer,
  CONSTRAINT players_pkey PRIMARY KEY (season, id),
  CONSTRAINT players_season_fkey FOREIGN KEY (season) REFERENCES games.seasons(season)
);

CREATE TABLE games.points_updates (
  hour timestamp with time zone NOT NULL,
  updates integer NOT NULL,
  CONSTRAINT points_updates_pkey PRIMARY KEY (hour)
);

CREATE TABLE games.prize_awards (
  game_id uuid NOT NULL,
  ordinal integer NOT NULL,
  leaf integer,
  rank integer,
  uncorrected_rank integer,
  amount numeric(78,0) NOT NULL,
  uncorrected_amount numeric(78,0) NOT NULL,
  CONSTRAINT prize_awards_pkey PRIMARY KEY (game_id, ordinal),
  CONSTRAINT prize_awards_amount_check CHECK ((amount >= (0)::numeric)),
  CONSTRAINT prize_awards_check CHECK (((leaf IS NULL) = (amount = (0)::numeric)))
);
CREATE UNIQUE INDEX prize_awards_by_leaf ON games.prize_awards USING btree (game_id, leaf);

CREATE TABLE games.prize_coefficients (
  game_id uuid NOT NULL,
  block integer NOT NULL,
  lines text NOT NULL,
  CONSTRAINT prize_coefficients_pkey PRIMARY KEY (game_id, block)
);

CREATE TABLE games.prize_settlements (
  game_id uuid NOT NULL,
  proposal integer NOT NULL,
  game_version integer NOT NULL,
  proposed_at timestamp with time zone NOT NULL,
  review_ends_at timestamp with time zone NOT NULL,
  paid_fees numeric(78,0) NOT NULL,
  entries integer NOT NULL,
  awards integer NOT NULL,
  total numeric(78,0) NOT NULL,
  digest bytea NOT NULL,
  ranks bytea NOT NULL,
  ranking bytea NOT NULL,
  corrections integer NOT NULL,
  moved numeric(78,0) NOT NULL,
  approved_proposal integer,
  approved_by text,
  settled_at timestamp with time zone,
  document jsonb,
  root text,
  claims_open_at timestamp with time zone,
  funding_tx text,
  funding_problem text,
  funding_problem_tx text,
  funding_approved_by text,
  funding_approved_call text,
  funding_decisions integer DEFAULT 0 NOT NULL,
  funding_unapproved boolean DEFAULT false NOT NULL,
  paid integer DEFAULT 0 NOT NULL,
  paid_amount numeric(78,0) DEFAULT 0 NOT NULL,
  CONSTRAINT prize_settlements_pkey PRIMARY KEY (game_id),
  CONSTRAINT prize_settlements_game_id_fkey FOREIGN KEY (game_id) REFERENCES games.games(id),
  CONSTRAINT prize_settlements_check CHECK (((settled_at IS NULL) = (document IS NULL))),
  CONSTRAINT prize_settlements_check1 CHECK (((funding_approved_by IS NULL) = (funding_approved_call IS NULL))),
  CONSTRAINT prize_settlements_root_check CHECK ((root ~ '^0x[0-9a-f]{64}$'::text))
);
CREATE INDEX prize_settlements_by_time ON games.prize_settlements USING btree (settled_at DESC, game_id) WHERE (settled_at IS NOT NULL);

CREATE TABLE games.prize_trees (
  game_id uuid NOT NULL,
  part integer NOT NULL,
  nodes bytea NOT NULL,
  positions bytea NOT NULL,
  CONSTRAINT prize_trees_pkey PRIMARY KEY (game_id, part),
  CONSTRAINT prize_trees_game_id_fkey FOREIGN KEY (game_id) REFERENCES games.prize_settlements(game_id)
);

CREATE TABLE games.push_facts (
  key text NOT NULL,
  CONSTRAINT push_facts_pkey PRIMARY KEY (key)
);

CREATE TABLE games.push_messages (
  subscription_id text NOT NULL,
  key text NOT NULL,
  payload jsonb NOT NULL,
  attempts smallint DEFAULT 0 NOT NULL,
  next_attempt_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT push_messages_pkey PRIMARY KEY (subscription_id, key),
  CONSTRAINT push_messages_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES games.push_subscriptions(id) ON DELETE CASCADE
);
CREATE INDEX push_messages_by_expiry ON games.push_messages USING btree (expires_at);
CREATE INDEX push_messages_due ON games.push_messages USING btree (next_attempt_at);

CREATE TABLE games.push_subscriptions (
  id text NOT NULL,
  wallet text NOT NULL,
  endpoint text NOT NULL,
  service text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  kinds text[] NOT NULL,
  muted_games uuid[] NOT NULL,
  quiet_hours jsonb,
  subscribed_at timestamp with time zone NOT NULL,
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_id_check CHECK ((id ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT push_subscriptions_wallet_check CHECK ((wallet = lower(wallet)))
);
CREATE INDEX push_subscriptions_by_wallet ON games.push_subscriptions USING btree (wallet);

CREATE TABLE games.replicas (
  id uuid NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT replicas_pkey PRIMARY KEY (id)
);

CREATE TABLE games.reservations (
  id uuid NOT NULL,
  game_id uuid NOT NULL,
  wallet_address text NOT NULL,
  team jsonb NOT NULL,
  fixed_at timestamp with time zone NOT NULL,
  fee numeric(78,0) NOT NULL,
  state text NOT NULL,
  not_before timestamp with time zone NOT NULL,
  held_until timestamp with time zone,
  expires_at timestamp with time zone NOT NULL,
  tx_hash text,
  reported_at timestamp with time zone,
  submitted_at timestamp with time zone,
  revived_at timestamp with time zone,
  known_at timestamp with time zone,
  missing_at timestamp with time zone,
  checks integer DEFAULT 0 NOT NULL,
  next_check_at timestamp with time zone,
  entry_id uuid,
  failure text,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT reservations_pkey PRIMARY KEY (id),
  CONSTRAINT reservations_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES games.entries(id),
  CONSTRAINT reservations_game_id_fkey FOREIGN KEY (game_id) REFERENCES games.games(id),
  CONSTRAINT reservations_check CHECK (((state = 'JOINED'::text) = (entry_id IS NOT NULL))),
  CONSTRAINT reservations_check1 CHECK (((state <> 'SUBMITTED'::text) OR (tx_hash IS NOT NULL))),
  CONSTRAINT reservations_fee_check CHECK ((fee > (0)::numeric)),
  CONSTRAINT reservations_state_check CHECK ((state = ANY (ARRAY['HELD'::text, 'SUBMITTED'::text, 'JOINED'::text, 'EXPIRED'::text, 'FAILED'::text, 'REFUND_DUE'::text]))),
  CONSTRAINT reservations_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text)),
  CONSTRAINT reservations_wallet_address_check CHECK ((wallet_address = lower(wallet_address)))
);
CREATE INDEX live_reservations ON games.reservations USING btree (state, expires_at) WHERE (state = ANY (ARRAY['HELD'::text, 'SUBMITTED'::text]));
CREATE UNIQUE INDEX one_live_reservation ON games.reservations USING btree (game_id, wallet_address) WHERE (state = ANY (ARRAY['HELD'::text, 'SUBMITTED'::text]));
CREATE INDEX reservations_by_entry ON games.reservations USING btree (entry_id) WHERE (entry_id IS NOT NULL);
CREATE INDEX reservations_by_wallet ON games.reservations USING btree (wallet_address, game_id);
CREATE INDEX reservations_paid ON games.reservations USING btree (game_id) INCLUDE (fee, entry_id) WHERE (entry_id IS NOT NULL);
CREATE INDEX reservations_without_entry ON games.reservations USING btree (game_id, created_at) WHERE (entry_id IS NULL);

CREATE TABLE games.roster_players (
  number integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  player jsonb NOT NULL,
  CONSTRAINT roster_players_pkey PRIMARY KEY (number),
  CONSTRAINT roster_players_player_key UNIQUE (player),
  CONSTRAINT roster_players_number_check CHECK ((number < 16777216))
);

CREATE TABLE games.seasons (
  season text NOT NULL,
  version integer DEFAULT 0 NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT seasons_pkey PRIMARY KEY (season)
);

CREATE TABLE games.seats (
  game_id uuid NOT NULL,
  number integer NOT NULL,
  wallet_address text NOT NULL,
  CONSTRAINT seats_pkey PRIMARY KEY (game_id, number),
  CONSTRAINT seats_game_id_wallet_address_key UNIQUE (game_id, wallet_address),
  CONSTRAINT seats_game_id_fkey FOREIGN KEY (game_id) REFERENCES games.games(id),
  CONSTRAINT seats_number_check CHECK ((number > 0))
);

CREATE TABLE games.settled_gameweeks (
  game_id uuid NOT NULL,
  gameweek integer NOT NULL,
  game_version integer NOT NULL,
  inputs bytea,
  stake_cut_off timestamp with time zone,
  CONSTRAINT settled_gameweeks_pkey PRIMARY KEY (game_id, gameweek),
  CONSTRAINT settled_gameweeks_game_id_fkey FOREIGN KEY (game_id) REFERENCES games.games(id),
  CONSTRAINT settled_gameweeks_inputs_fkey FOREIGN KEY (inputs) REFERENCES games.gameweek_inputs(digest)
);

CREATE TABLE games.supported_clubs (
  wallet bytea NOT NULL,
  club integer NOT NULL,
  CONSTRAINT supported_clubs_pkey PRIMARY KEY (wallet),
  CONSTRAINT supported_clubs_wallet_check CHECK ((octet_length(wallet) = 20))
);
CREATE INDEX supporters ON games.supported_clubs USING btree (club);

CREATE TABLE games.switches (
  name text NOT NULL,
  is_on boolean NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  admin text NOT NULL,
  reason text NOT NULL,
  CONSTRAINT switches_pkey PRIMARY KEY (name)
);

CREATE TABLE games.vault_events (
  chain_id integer NOT NULL,
  vault text NOT NULL,
  block_number bigint NOT NULL,
  log_index integer NOT NULL,
  tx_hash text NOT NULL,
  block_hash text NOT NULL,
  block_time timestamp with time zone NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  game text NOT NULL,
  amount numeric(78,0) NOT NULL,
  token text,
  root text,
  opens_at timestamp with time zone,
  prize_index numeric(78,0),
  account text,
  CONSTRAINT vault_events_pkey PRIMARY KEY (chain_id, vault, block_number, log_index),
  CONSTRAINT vault_events_game_check CHECK ((game ~ '^0x[0-9a-f]{64}$'::text)),
  CONSTRAINT vault_events_kind_check CHECK ((kind = ANY (ARRAY['SETTLED'::text, 'REVOKED'::text, 'PAID'::text, 'RECLAIMED'::text, 'REFILLED'::text]))),
  CONSTRAINT vault_events_state_check CHECK ((state = ANY (ARRAY['SEEN'::text, 'FINAL'::text])))
);
CREATE INDEX vault_events_game ON games.vault_events USING btree (chain_id, vault, game) WHERE (kind <> 'PAID'::text);
CREATE UNIQUE INDEX vault_events_paid ON games.vault_events USING btree (chain_id, vault, game, prize_index) WHERE (kind = 'PAID'::text);
CREATE INDEX vault_events_paid_by_time ON games.vault_events USING btree (block_time) WHERE (kind = 'PAID'::text);

CREATE TABLE games.wallet_coefficients (
  wallet_address text NOT NULL,
  version integer DEFAULT 0 NOT NULL,
  steps jsonb DEFAULT '[]'::jsonb NOT NULL,
  edits jsonb DEFAULT '[]'::jsonb NOT NULL,
  updated_participations integer DEFAULT 0 NOT NULL,
  applied_version integer DEFAULT 0 NOT NULL,
  CONSTRAINT wallet_coefficients_pkey PRIMARY KEY (wallet_address),
  CONSTRAINT wallet_coefficients_wallet_address_check CHECK ((wallet_address = lower(wallet_address)))
);

-- gateway

CREATE OR REPLACE FUNCTION gateway.reject_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    raise exception 'audit_events is append-only';
  end $function$;

CREATE OR REPLACE FUNCTION gateway.reject_change_of_admin_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    raise exception 'admin_changes is append-only';
  end $function$;

CREATE TABLE gateway.admin_changes (
  "position" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  admin text NOT NULL,
  request_id uuid NOT NULL,
  owner text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  wallet text,
  reason text NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  CONSTRAINT admin_changes_pkey PRIMARY KEY ("position"),
  CONSTRAINT admin_changes_id_key UNIQUE (id),
  CONSTRAINT admin_changes_admin_check CHECK ((admin = lower(admin))),
  CONSTRAINT admin_changes_reason_check CHECK ((reason <> ''::text))
);
CREATE INDEX admin_changes_by_subject ON gateway.admin_changes USING btree (subject, "position");
CREATE TRIGGER admin_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON gateway.admin_changes FOR EACH STATEMENT EXECUTE FUNCTION gateway.reject_change_of_admin_changes();

CREATE TABLE gateway.audit_events (
  id bigint DEFAULT nextval('gateway.audit_events_id_seq'::regclass) NOT NULL,
  at timestamp with time zone NOT NULL,
  event text NOT NULL,
  wallet text,
  session uuid,
  address text NOT NULL,
  request_id uuid NOT NULL,
  endpoint text,
  CONSTRAINT audit_events_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_events_at_index ON gateway.audit_events USING btree (at);
CREATE INDEX audit_events_wallet_index ON gateway.audit_events USING btree (wallet);
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON gateway.audit_events FOR EACH STATEMENT EXECUTE FUNCTION gateway.reject_audit_change();

CREATE TABLE gateway.challenges (
  id uuid NOT NULL,
  wallet_address text NOT NULL,
  message text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT challenges_pkey PRIMARY KEY (id)
);
CREATE INDEX challenges_expires_at_index ON gateway.challenges USING btree (expires_at);

CREATE TABLE gateway.migrations (
  name text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE gateway.outbox (
  "position" bigint DEFAULT nextval('gateway.outbox_position_seq'::regclass) NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  subject text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  traceparent text,
  CONSTRAINT outbox_pkey PRIMARY KEY ("position")
);

CREATE UNLOGGED TABLE gateway.rate_limits (
  key text NOT NULL,
  points integer NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_expires_at_index ON gateway.rate_limits USING btree (expires_at);

CREATE TABLE gateway.refresh_tokens (
  hash bytea NOT NULL,
  session_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT refresh_tokens_pkey PRIMARY KEY (hash),
  CONSTRAINT refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES gateway.sessions(id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_session_id_index ON gateway.refresh_tokens USING btree (session_id);

CREATE TABLE gateway.remote_errors (
  name text NOT NULL,
  version text NOT NULL,
  message text NOT NULL,
  count integer NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT remote_errors_pkey PRIMARY KEY (name, version, message)
);

CREATE TABLE gateway.remote_history (
  "position" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  at timestamp with time zone NOT NULL,
  action text NOT NULL,
  version text,
  detail text,
  by text NOT NULL,
  CONSTRAINT remote_history_pkey PRIMARY KEY ("position")
);
CREATE INDEX remote_history_by_name ON gateway.remote_history USING btree (name, "position" DESC);
CREATE INDEX remote_history_currents ON gateway.remote_history USING btree (name, version, "position") WHERE (action = 'CURRENT'::text);

CREATE TABLE gateway.remote_reports (
  name text NOT NULL,
  version text NOT NULL,
  network text NOT NULL,
  player boolean DEFAULT false NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  failed_at timestamp with time zone,
  CONSTRAINT remote_reports_pkey PRIMARY KEY (name, version, network, player)
);

CREATE TABLE gateway.remote_routes (
  prefix text NOT NULL,
  name text NOT NULL,
  CONSTRAINT remote_routes_pkey PRIMARY KEY (prefix)
);

CREATE TABLE gateway.remote_testers (
  name text NOT NULL,
  wallet text NOT NULL,
  CONSTRAINT remote_testers_pkey PRIMARY KEY (name, wallet)
);

CREATE TABLE gateway.remote_tokens (
  name text NOT NULL,
  number integer NOT NULL,
  CONSTRAINT remote_tokens_pkey PRIMARY KEY (name),
  CONSTRAINT remote_tokens_number_check CHECK ((number > 1))
);

CREATE TABLE gateway.remote_versions (
  name text NOT NULL,
  version text NOT NULL,
  routes jsonb NOT NULL,
  files jsonb NOT NULL,
  assets jsonb DEFAULT '[]'::jsonb NOT NULL,
  published_at timestamp with time zone NOT NULL,
  offered_until timestamp with time zone,
  rolled_back_at timestamp with time zone,
  because text,
  deleted_at timestamp with time zone,
  security_fix boolean DEFAULT false NOT NULL,
  CONSTRAINT remote_versions_pkey PRIMARY KEY (name, version)
);

CREATE TABLE gateway.remotes (
  name text NOT NULL,
  current_version text,
  share_version text,
  share_percent integer DEFAULT 0 NOT NULL,
  CONSTRAINT remotes_pkey PRIMARY KEY (name),
  CONSTRAINT remotes_share_percent_check CHECK (((share_percent >= 0) AND (share_percent <= 99)))
);

CREATE TABLE gateway.replicas (
  id uuid NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT replicas_pkey PRIMARY KEY (id)
);

CREATE TABLE gateway.sessions (
  id uuid NOT NULL,
  wallet_address text NOT NULL,
  signed_in_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_wallet_address_fkey FOREIGN KEY (wallet_address) REFERENCES gateway.users(wallet_address)
);
CREATE INDEX sessions_expires_at_index ON gateway.sessions USING btree (expires_at);
CREATE INDEX sessions_wallet_address_index ON gateway.sessions USING btree (wallet_address) WHERE (ended_at IS NULL);

CREATE TABLE gateway.shell_files (
  name text NOT NULL,
  content bytea NOT NULL,
  kept_until timestamp with time zone NOT NULL,
  CONSTRAINT shell_files_pkey PRIMARY KEY (name)
);

CREATE TABLE gateway.signing_keys (
  kid text NOT NULL,
  wrapped text NOT NULL,
  signs_from timestamp with time zone NOT NULL,
  CONSTRAINT signing_keys_pkey PRIMARY KEY (kid)
);

CREATE TABLE gateway.team_services (
  name text NOT NULL,
  declaration jsonb NOT NULL,
  registered_at timestamp with time zone NOT NULL,
  token integer NOT NULL,
  revoked_at timestamp with time zone,
  revoked_by text,
  revoked_because text,
  CONSTRAINT team_services_pkey PRIMARY KEY (name)
);

CREATE TABLE gateway.users (
  wallet_address text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  nickname text,
  nickname_key text,
  CONSTRAINT users_pkey PRIMARY KEY (wallet_address),
  CONSTRAINT users_nickname_key_key UNIQUE (nickname_key)
);

-- staking

CREATE OR REPLACE FUNCTION staking.reject_change_of_admin_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    raise exception 'admin_changes is append-only';
  end $function$;

CREATE TABLE staking.admin_changes (
  "position" bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  admin text NOT NULL,
  request_id uuid NOT NULL,
  owner text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  wallet text,
  reason text NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  CONSTRAINT admin_changes_pkey PRIMARY KEY ("position"),
  CONSTRAINT admin_changes_id_key UNIQUE (id),
  CONSTRAINT admin_changes_admin_check CHECK ((admin = lower(admin))),
  CONSTRAINT admin_changes_reason_check CHECK ((reason <> ''::text))
);
CREATE INDEX admin_changes_by_subject ON staking.admin_changes USING btree (subject, "position");
CREATE TRIGGER admin_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON staking.admin_changes FOR EACH STATEMENT EXECUTE FUNCTION staking.reject_change_of_admin_changes();

CREATE TABLE staking.ledger_cursors (
  chain_id integer NOT NULL,
  address text NOT NULL,
  side text NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  final_block bigint NOT NULL,
  dust_transfers bigint DEFAULT 0 NOT NULL,
  dust_amount numeric(78,0) DEFAULT 0 NOT NULL,
  CONSTRAINT ledger_cursors_pkey PRIMARY KEY (chain_id, address, side),
  CONSTRAINT ledger_cursors_side_check CHECK ((side = ANY (ARRAY['recipient'::text, 'sender'::text, 'vault'::text])))
);

CREATE TABLE staking.ledger_outgoing (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chain_id integer NOT NULL,
  tx_hash text NOT NULL,
  log_index integer NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  block_time timestamp with time zone NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  amount numeric(78,0) NOT NULL,
  state text DEFAULT 'SEEN'::text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  explained boolean DEFAULT false NOT NULL,
  CONSTRAINT ledger_outgoing_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_outgoing_chain_id_tx_hash_log_index_key UNIQUE (chain_id, tx_hash, log_index),
  CONSTRAINT ledger_outgoing_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT ledger_outgoing_state_check CHECK ((state = ANY (ARRAY['SEEN'::text, 'CONFIRMED'::text, 'FINAL'::text, 'ORPHANED'::text]))),
  CONSTRAINT ledger_outgoing_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text))
);
CREATE INDEX ledger_outgoing_not_final ON staking.ledger_outgoing USING btree (chain_id, sender, block_number) WHERE (state = ANY (ARRAY['SEEN'::text, 'CONFIRMED'::text]));
CREATE INDEX ledger_outgoing_orphaned ON staking.ledger_outgoing USING btree (id) WHERE (state = 'ORPHANED'::text);

CREATE TABLE staking.ledger_transfers (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chain_id integer NOT NULL,
  tx_hash text NOT NULL,
  log_index integer NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  block_time timestamp with time zone NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  amount numeric(78,0) NOT NULL,
  state text DEFAULT 'SEEN'::text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  assigned boolean DEFAULT false NOT NULL,
  CONSTRAINT ledger_transfers_pkey PRIMARY KEY (id),
  CONSTRAINT ledger_transfers_chain_id_tx_hash_log_index_key UNIQUE (chain_id, tx_hash, log_index),
  CONSTRAINT ledger_transfers_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT ledger_transfers_state_check CHECK ((state = ANY (ARRAY['SEEN'::text, 'CONFIRMED'::text, 'FINAL'::text, 'ORPHANED'::text]))),
  CONSTRAINT ledger_transfers_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text))
);
CREATE INDEX ledger_transfers_not_final ON staking.ledger_transfers USING btree (chain_id, recipient, block_number) WHERE (state = ANY (ARRAY['SEEN'::text, 'CONFIRMED'::text]));
CREATE INDEX ledger_transfers_orphaned ON staking.ledger_transfers USING btree (id) WHERE (state = 'ORPHANED'::text);
CREATE INDEX ledger_transfers_unassigned ON staking.ledger_transfers USING btree (id) WHERE (NOT assigned);

CREATE TABLE staking.migrations (
  name text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE staking.outbox (
  "position" bigint DEFAULT nextval('staking.outbox_position_seq'::regclass) NOT NULL,
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  subject text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  traceparent text,
  CONSTRAINT outbox_pkey PRIMARY KEY ("position")
);

CREATE TABLE staking.payouts (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  transfer_id bigint,
  kind text NOT NULL,
  reason text NOT NULL,
  about uuid,
  recipient text NOT NULL,
  amount numeric(78,0) NOT NULL,
  from_block bigint NOT NULL,
  state text DEFAULT 'DUE'::text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  begun_at timestamp with time zone,
  begun_by text,
  tx_hash text,
  reported boolean DEFAULT false NOT NULL,
  locked_at_block bigint,
  locked_nonce bigint,
  outgoing_id bigint,
  sent_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  CONSTRAINT payouts_pkey PRIMARY KEY (id),
  CONSTRAINT payouts_outgoing_id_key UNIQUE (outgoing_id),
  CONSTRAINT payouts_outgoing_id_fkey FOREIGN KEY (outgoing_id) REFERENCES staking.ledger_outgoing(id),
  CONSTRAINT payouts_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES staking.ledger_transfers(id),
  CONSTRAINT payouts_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT payouts_check CHECK (((state = 'DUE'::text) OR (begun_at IS NOT NULL))),
  CONSTRAINT payouts_check1 CHECK (((tx_hash IS NOT NULL) = (state = ANY (ARRAY['SENT'::text, 'CONFIRMED'::text])))),
  CONSTRAINT payouts_check2 CHECK (((confirmed_at IS NOT NULL) = (state = 'CONFIRMED'::text))),
  CONSTRAINT payouts_kind_check CHECK ((kind = ANY (ARRAY['REFUND'::text, 'STAKE_RETURN'::text, 'INTEREST'::text]))),
  CONSTRAINT payouts_recipient_check CHECK ((recipient = lower(recipient))),
  CONSTRAINT payouts_state_check CHECK ((state = ANY (ARRAY['DUE'::text, 'SENDING'::text, 'SENT'::text, 'CONFIRMED'::text]))),
  CONSTRAINT payouts_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text))
);
CREATE INDEX payouts_by_confirmation ON staking.payouts USING btree (confirmed_at) WHERE (state = 'CONFIRMED'::text);
CREATE INDEX payouts_by_recipient ON staking.payouts USING btree (recipient, amount);
CREATE INDEX payouts_by_transfer ON staking.payouts USING btree (transfer_id);
CREATE INDEX payouts_latest ON staking.payouts USING btree (due_at DESC, id DESC);
CREATE INDEX payouts_locked ON staking.payouts USING btree (id) WHERE (locked_at_block IS NOT NULL);
CREATE UNIQUE INDEX payouts_not_begun ON staking.payouts USING btree (transfer_id, kind) WHERE (begun_at IS NULL);
CREATE INDEX payouts_open ON staking.payouts USING btree (due_at DESC, id DESC) WHERE (state <> 'CONFIRMED'::text);

CREATE TABLE staking.replicas (
  id uuid NOT NULL,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT replicas_pkey PRIMARY KEY (id)
);

CREATE TABLE staking.seasons (
  season text NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT seasons_pkey PRIMARY KEY (season)
);

CREATE TABLE staking.stake_changes (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  stake_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  delta numeric(78,0) NOT NULL,
  CONSTRAINT stake_changes_pkey PRIMARY KEY (id),
  CONSTRAINT stake_changes_stake_id_fkey FOREIGN KEY (stake_id) REFERENCES staking.stakes(id)
);
CREATE INDEX stake_changes_by_stake ON staking.stake_changes USING btree (stake_id);

CREATE TABLE staking.stakes (
  id uuid NOT NULL,
  transfer_id bigint NOT NULL,
  wallet_address text NOT NULL,
  season text NOT NULL,
  amount numeric(78,0) NOT NULL,
  recorded_at timestamp with time zone NOT NULL,
  lock_end timestamp with time zone NOT NULL,
  state text NOT NULL,
  unlocked_at timestamp with time zone,
  counts boolean DEFAULT true NOT NULL,
  edits integer DEFAULT 0 NOT NULL,
  CONSTRAINT stakes_pkey PRIMARY KEY (id),
  CONSTRAINT stakes_transfer_id_key UNIQUE (transfer_id),
  CONSTRAINT stakes_season_fkey FOREIGN KEY (season) REFERENCES staking.seasons(season),
  CONSTRAINT stakes_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES staking.ledger_transfers(id),
  CONSTRAINT stakes_wallet_address_fkey FOREIGN KEY (wallet_address) REFERENCES staking.wallets(wallet_address),
  CONSTRAINT stakes_amount_check CHECK ((amount > (0)::numeric)),
  CONSTRAINT stakes_state_check CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text, 'UNLOCKED'::text])))
);
CREATE INDEX stakes_by_lock_end ON staking.stakes USING btree (lock_end) WHERE (state = 'ACTIVE'::text);
CREATE INDEX stakes_by_recorded_at ON staking.stakes USING btree (recorded_at);
CREATE INDEX stakes_by_wallet ON staking.stakes USING btree (wallet_address);
CREATE INDEX stakes_suspended ON staking.stakes USING btree (transfer_id) WHERE (state = 'SUSPENDED'::text);

CREATE TABLE staking.switches (
  name text NOT NULL,
  is_on boolean NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  admin text NOT NULL,
  reason text NOT NULL,
  CONSTRAINT switches_pkey PRIMARY KEY (name)
);

CREATE TABLE staking.wallets (
  wallet_address text NOT NULL,
  version integer DEFAULT 0 NOT NULL,
  CONSTRAINT wallets_pkey PRIMARY KEY (wallet_address),
  CONSTRAINT wallets_wallet_address_check CHECK ((wallet_address = lower(wallet_address)))
);
