/** Table of administrators' corrections of points. */
export const adjustmentsTables = `
  -- delta, value_before and value_after are in points, for coefficient and earned points in thousandths. A coefficient counts
  -- from its gameweek on. Entry points are changed in their own column; their row here is only a record.
  create table adjustments (
    id bigint generated always as identity primary key,
    game_id uuid not null references games,
    ordinal integer not null,
    at timestamptz not null,
    field text not null check (field in ('entry_points', 'current_points', 'coefficient_applied', 'earned_points')),
    delta integer not null check (delta <> 0),
    value_before integer not null,
    value_after integer not null,
    from_gameweek integer,
    admin text not null,
    reason text not null,
    check ((from_gameweek is not null) = (field = 'coefficient_applied'))
  );
  create index adjustments_by_entry on adjustments (game_id, ordinal, id);
`;
