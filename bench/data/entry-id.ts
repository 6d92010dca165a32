/** SQL for the id of entry `g`: like the product's it begins with the time, a day ago, when five a millisecond came. */
export const ENTRY_ID = `cast(lpad(to_hex(cast(extract(epoch from now() - interval '1 day') * 1000 as bigint) + g / 5), 12, '0')
  || '7' || substr(md5('id ' || g), 1, 3) || '8' || substr(md5('id ' || g), 4, 15) as uuid)`;
