import type { EventType } from '@touchline/api/event';
import {
  bootstrapChanged,
  bootstrapRequest,
  type FixtureScoreMessage,
  fixturesChanged,
  fixturesRequest,
  liveChanged,
  liveRequest,
} from '@touchline/api/events/fpl-relay';
import type { Gameweek, Player } from '@touchline/api/http/fpl';
import type { Schema } from '@touchline/api/schema';
import type { Bus } from '@touchline/service-kit/bus';
import { reply } from '@touchline/service-kit/request';
import { publish } from '@touchline/service-kit/stream';
import type { z } from 'zod';
import {
  buildFixture,
  buildPlayers,
  buildScore,
  buildTeams,
  CLUBS,
  type FixtureFacts,
  HOUR,
} from './feed-builders.ts';

/** The relay's side of the bus: answers and publishes from a season that the test writes. */
export class FeedStandIn {
  season = '2031';
  players: Player[] = buildPlayers();
  fixtures: FixtureFacts[] = [];
  gameweeks: Gameweek[] = [];
  live = new Map<number, FixtureScoreMessage[]>();
  readonly versions = new Map<string, number>();
  readonly bus: Bus;

  constructor(bus: Bus) {
    this.bus = bus;
    reply(bus, bootstrapRequest, async () => {
      if (this.gameweeks.length === 0) return null;
      return {
        ...this.head('bootstrap'),
        players: this.players,
        teams: buildTeams(),
        gameweeks: this.gameweeks,
      };
    });
    reply(bus, fixturesRequest, async () => ({ ...this.head('fixtures'), fixtures: this.fixtures }));
    reply(bus, liveRequest, async ({ gameweek }) => {
      const scores = this.live.get(gameweek);
      return scores ? { ...this.head(`live:${gameweek}`), gameweek, scores } : null;
    });
  }

  /** A gameweek of ten matches, all clubs once, `first` to `last` kick-off; none without times. */
  addGameweek(id: number, kickoffs: readonly number[], deadline = kickoffs[0]! - 1.5 * HOUR): void {
    this.gameweeks.push({
      id,
      name: `Gameweek ${id}`,
      gameweek_number: id,
      deadline_time: new Date(deadline).toISOString(),
      start_time: null,
      end_time: null,
      is_current: false,
      is_next: false,
      finished: false,
      data_checked: false,
    });
    for (let match = 0; match < 10 && kickoffs.length > 0; match += 1) {
      const kickoff = kickoffs[match % kickoffs.length]!;
      const [team_h, team_a] = [CLUBS[match * 2]!, CLUBS[match * 2 + 1]!];
      this.fixtures.push(buildFixture({ id: id * 100 + match, event: id, team_h, team_a, kickoff }));
    }
  }

  /** Clubs 11 to 20 kick off so many milliseconds after the others, in every gameweek that is there. */
  delayLateClubs(ms: number): void {
    for (const fixture of this.fixtures)
      if (fixture.team_h > 10)
        fixture.kickoff_time = new Date(Date.parse(fixture.kickoff_time!) + ms).toISOString();
  }

  fixture(id: number): FixtureFacts {
    return this.fixtures.find((fixture) => fixture.id === id)!;
  }

  gameweek(id: number): Gameweek {
    return this.gameweeks.find((gameweek) => gameweek.id === id)!;
  }

  /** Sets a player's row in a gameweek; `fixture` by default his club's first match in it. */
  score(gameweek: number, player: number, changes: Partial<FixtureScoreMessage> = {}): void {
    const club = this.players.find(({ id }) => id === player)!.team;
    const own = this.fixtures.find(
      ({ event, team_h, team_a }) => event === gameweek && (team_h === club || team_a === club),
    );
    const row = buildScore(changes.fixture ?? own!.id, player, changes);
    const others = (this.live.get(gameweek) ?? []).filter(
      (score) => score.player !== player || score.fixture !== row.fixture,
    );
    this.live.set(gameweek, [...others, row]);
  }

  /** Everybody of every club plays 90 minutes for two points in each match of the gameweek. */
  everybodyPlays(gameweek: number): void {
    for (const { id, event, team_h, team_a } of this.fixtures)
      if (event === gameweek)
        for (const player of this.players)
          if (player.team === team_h || player.team === team_a)
            this.score(gameweek, player.id, { fixture: id });
  }

  setFixtures(gameweek: number, facts: Partial<FixtureFacts>): void {
    for (const fixture of this.fixtures) if (fixture.event === gameweek) Object.assign(fixture, facts);
  }

  /** Raises the version and publishes the event. */
  async bootstrapChanged(): Promise<void> {
    await this.tell(bootstrapChanged, { season: this.season, version: this.raise('bootstrap') });
  }

  async fixturesChanged(): Promise<void> {
    await this.tell(fixturesChanged, { season: this.season, version: this.raise('fixtures') });
  }

  async liveChanged(gameweek: number): Promise<void> {
    await this.tell(liveChanged, { season: this.season, version: this.raise(`live:${gameweek}`), gameweek });
  }

  /** Fixtures and points that one poll has found: both are there before either is published. */
  async matchesChanged(gameweek: number): Promise<void> {
    const { season } = this;
    const [fixtures, live] = [this.raise('fixtures'), this.raise(`live:${gameweek}`)];
    await this.tell(fixturesChanged, { season, version: fixtures });
    await this.tell(liveChanged, { season, version: live, gameweek });
  }

  /** Publishes all snapshots. */
  async everything(): Promise<void> {
    await this.fixturesChanged();
    await this.bootstrapChanged();
    for (const gameweek of this.live.keys()) await this.liveChanged(gameweek);
  }

  async tell<P extends Schema>(event: EventType<P>, payload: z.input<P>): Promise<void> {
    await publish(this.bus, { subject: event.subject, payload });
  }

  private raise(kind: string): number {
    const version = (this.versions.get(kind) ?? 0) + 1;
    this.versions.set(kind, version);
    return version;
  }

  private head(kind: string) {
    return {
      season: this.season,
      version: this.versions.get(kind) ?? 0,
      fetched_at: new Date().toISOString(),
    };
  }
}
