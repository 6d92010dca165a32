import type { Bootstrap } from '@touchline/api/http/fpl';
import { type Database, query } from '@touchline/service-kit/data/database';

/** Reads players and clubs of the only season of a games service. @param db the schema of the games service */
export async function readFootballData(db: Database): Promise<Pick<Bootstrap, 'players' | 'teams'>> {
  const players = await query<Bootstrap['players'][number]>(
    db,
    'select *, price / 10.0::double precision as price from players order by id',
  );
  return { players, teams: await query(db, 'select * from clubs order by id') };
}
