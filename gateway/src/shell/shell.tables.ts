/** Table of the shell's files. */
export const shellTable = `
  -- Files of all shells that a gateway has served lately, with a hash in their name: open pages still load them.
  -- kept_until: a gateway that serves a file postpones it.
  create table shell_files (
    name text primary key,
    content bytea not null,
    kept_until timestamptz not null
  );
`;
