/** Table of the registered team services. */
export const teamServicesTable = `
  -- declaration: the last accepted one (packages/api, serviceDeclaration). token: number of the token that registered it.
  -- revoked_at to revoked_because: set while administrators have revoked the service.
  create table team_services (
    name text primary key,
    declaration jsonb not null,
    registered_at timestamptz not null,
    token integer not null,
    revoked_at timestamptz,
    revoked_by text,
    revoked_because text
  );
`;
