/** SQL expression for the id of entry `g`. Like real ids it starts with the time, so new rows are appended to the id index. */
export const ENTRY_ID = `cast(lpad(to_hex(cast(extract(epoch from clock_timestamp()) * 1000 as bigint)), 12, '0')
  || '7' || substr(md5('id ' || g), 1, 3) || '8' || substr(md5('id ' || g), 4, 15) as uuid)`;
