import { squadRejection } from '@touchline/rules/squad';
import { Button, useMediaQuery } from '@touchline/ui/base';
import { ScrollArea } from '@touchline/ui/data';
import { TextInput } from '@touchline/ui/forms';
import { IconArrowsExchange, IconSearch } from '@touchline/ui/icons';
import type { PitchSlot } from '@touchline/ui/Pitch';
import { Tabs } from '@touchline/ui/pickers';
import { useRovingRows } from '@touchline/ui/roving';
import { useDeferredValue, useMemo, useState } from 'react';
import { useBuilder, useDraft, useSquad } from '../draft/builder-context.ts';
import { useDraftMoves } from '../draft/use-draft-moves.ts';
import { useLineupMoves } from '../draft/use-lineup-moves.ts';
import type { BuilderPlayer } from '../football/builder-players.ts';
import { Watch } from '../football/Watch.tsx';
import { ListNote } from '../pool/ListNote.tsx';
import playerListClasses from '../pool/PlayerList.module.css';
import { PlayerOption } from '../pool/PlayerOption.tsx';
import { DEFAULT_FILTER, listPlayers, MAX_LISTED, type SortKey } from '../pool/player-list.ts';
import slotPickerClasses from './SlotPicker.module.css';

/** Media query of screens on which the picker fills the screen and scrolls as a whole. */
export const PHONE_QUERY = '(max-width: 40em)';

const SORTS: readonly { key: SortKey; label: string }[] = [
  { key: 'points', label: 'Points' },
  { key: 'price', label: 'Price' },
  { key: 'form', label: 'Form' },
  { key: 'name', label: 'Name' },
];

/** Players for a slot: the bench first, then all players of the position. A player who cannot be added shows the reason. */
export function SlotCandidates({ slot, onDone }: { slot: PitchSlot; onDone: () => void }) {
  const { players } = useBuilder();
  const squad = useSquad();
  const moves = useDraftMoves();
  // On a touch screen, focusing the input would open the keyboard over the list.
  const hasMouse = useMediaQuery('(hover: hover)');
  const phone = useMediaQuery(PHONE_QUERY);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<SortKey>('points');
  const deferredSearch = useDeferredValue(search);
  const found = useMemo(
    () =>
      listPlayers(players, {
        ...DEFAULT_FILTER,
        search: deferredSearch,
        position: slot.position,
        prices: [0, Number.POSITIVE_INFINITY],
        sort,
        ascending: sort === 'name',
      }),
    [players, deferredSearch, slot.position, sort],
  );
  const rovingProps = useRovingRows<HTMLUListElement>();
  const mates = squad.filter((mate) => mate.id !== slot.player?.id);
  const pick = (player: BuilderPlayer) => {
    if (moves.add(player, { slot: slot.id, replacing: slot.player?.id })) onDone();
  };
  return (
    <Tabs value={sort} onChange={(key) => setSort((key ?? 'points') as SortKey)} variant="pills">
      <FromTheBench slot={slot} onDone={onDone} />
      <TextInput
        {...(hasMouse ? { 'data-autofocus': true } : {})}
        label="Search"
        placeholder="Name or club"
        leftSection={<IconSearch size={18} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Tabs.List aria-label="Sort by" grow my="sm" className={slotPickerClasses.sorts ?? ''}>
        {SORTS.map(({ key, label }) => (
          <Tabs.Tab key={key} value={key}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={sort}>
        <ScrollArea.Autosize mah={phone ? undefined : 'min(26rem, 50vh)'} type="auto" offsetScrollbars>
          <ul className={playerListClasses.options} aria-label="Players" {...rovingProps}>
            {found.slice(0, MAX_LISTED).map((player) => {
              const inSlot = player.id === slot.player?.id;
              const reason = inSlot ? null : squadRejection(player, mates);
              return (
                <li key={player.id} className={playerListClasses.listed}>
                  <PlayerOption
                    player={player}
                    disabled={inSlot || reason !== null}
                    reason={inSlot ? 'In this place' : reason?.picker}
                    onPick={pick}
                  />
                  <Watch player={player} />
                </li>
              );
            })}
          </ul>
          <ListNote count={found.length} />
        </ScrollArea.Autosize>
      </Tabs.Panel>
    </Tabs>
  );
}

/** Bench players for this slot on the pitch. */
function FromTheBench({ slot, onDone }: { slot: PitchSlot; onDone: () => void }) {
  const { byId } = useBuilder();
  const { draft } = useDraft();
  const { swap, toField } = useLineupMoves();
  if (slot.id.startsWith('bench')) return null;
  const candidates = draft.bench
    .flatMap((id) => byId.get(id) ?? [])
    .filter((player) => player.position === slot.position);
  if (candidates.length === 0) return null;
  const bringOn = (player: BuilderPlayer) => {
    const field = slot.player?.id;
    if (field === undefined) toField(player.id, slot.id);
    else swap(field, player.id);
    onDone();
  };
  return (
    <div className={slotPickerClasses.fromBench}>
      <h3>On your bench</h3>
      {candidates.map((player) => (
        <Button
          key={player.id}
          variant="light"
          leftSection={<IconArrowsExchange size={18} />}
          onClick={() => bringOn(player)}
        >
          Bring on {player.web_name}
        </Button>
      ))}
    </div>
  );
}
