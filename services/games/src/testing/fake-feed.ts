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
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { reply } from '@touchline/service-kit/messaging/request';
import { publish } from '@touchline/service-kit/messaging/stream';
import type { z } from 'zod';
import {
  buildFixture,
  buildPlayers,
  buildScore,
  buildTeams,
  CLUBS,
  type FixtureInfo,
  HOUR,
} from './feed-builders.ts';

/** Fake relay on NATS: replies and publishes from a season that the test sets up. */
export class FakeFeed {
  season = '2031';
  players: Player[] = buildPlayers();
  fixtures: FixtureInfo[] = [];
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

  /** Adds a gameweek of ten matches in which each club plays once. Kick-offs are assigned in turn; without any there is no match. */
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

  /** Delays the kick-offs of clubs 11 to 20 by `ms` in every existing gameweek. */
  delayLateClubs(ms: number): void {
    for (const fixture of this.fixtures)
      if (fixture.team_h > 10)
        fixture.kickoff_time = new Date(Date.parse(fixture.kickoff_time!) + ms).toISOString();
  }

  fixture(id: number): FixtureInfo {
    return this.fixtures.find((fixture) => fixture.id === id)!;
  }

  gameweek(id: number): Gameweek {
    return this.gameweeks.find((gameweek) => gameweek.id === id)!;
  }

  /** Sets a player's row in a gameweek; `fixture` defaults to the first match of the player's club. */
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

  /** Every player plays 90 minutes and scores two points in each match of the gameweek. */
  playAll(gameweek: number): void {
    for (const { id, event, team_h, team_a } of this.fixtures)
      if (event === gameweek)
        for (const player of this.players)
          if (player.team === team_h || player.team === team_a)
            this.score(gameweek, player.id, { fixture: id });
  }

  setFixtures(gameweek: number, changes: Partial<FixtureInfo>): void {
    for (const fixture of this.fixtures) if (fixture.event === gameweek) Object.assign(fixture, changes);
  }

  /** Raises the version of the snapshot and publishes its event. */
  async publishBootstrap(): Promise<void> {
    await this.publish(bootstrapChanged, { season: this.season, version: this.raiseVersion('bootstrap') });
  }

  async publishFixtures(): Promise<void> {
    await this.publish(fixturesChanged, { season: this.season, version: this.raiseVersion('fixtures') });
  }

  async publishLive(gameweek: number): Promise<void> {
    await this.publish(liveChanged, {
      season: this.season,
      version: this.raiseVersion(`live:${gameweek}`),
      gameweek,
    });
  }

  /** Publishes fixtures and points of one poll; both versions are available before the first event. */
  async publishMatches(gameweek: number): Promise<void> {
    const { season } = this;
    const [fixtures, live] = [this.raiseVersion('fixtures'), this.raiseVersion(`live:${gameweek}`)];
    await this.publish(fixturesChanged, { season, version: fixtures });
    await this.publish(liveChanged, { season, version: live, gameweek });
  }

  /** Publishes all snapshots. */
  async publishAll(): Promise<void> {
    await this.publishFixtures();
    await this.publishBootstrap();
    for (const gameweek of this.live.keys()) await this.publishLive(gameweek);
  }

  async publish<P extends Schema>(event: EventType<P>, payload: z.input<P>): Promise<void> {
    await publish(this.bus, { subject: event.subject, payload });
  }

  private raiseVersion(kind: string): number {
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
