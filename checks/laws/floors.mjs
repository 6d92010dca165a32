import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Names that need no floor: declarations and hidden files. */
const NO_ROOM = /\.d\.ts$|^\./;

/**
 * The floors of every package: `"floors"` in its package.json lists its rooms (the folders and files directly under src/),
 * top floor first. A room may import rooms on lower floors only. A package without folders may be a "shelf" instead: its
 * files may import each other as long as there is no circle.
 * @param {string} root the project's root
 * @param {readonly string[]} packages folders of packages, relative to the root
 * @returns {{ folder: string, floors: string[][] }[]}
 * @throws Error naming a room without a floor, a floor without its room, or a shelf with folders
 */
export function readFloors(root, packages) {
  return packages.map((folder) => {
    const { floors } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    if (!floors)
      throw new Error(
        `${folder}/package.json declares no "floors": list the rooms of src/, top floor first.`,
      );
    const rooms = new Set(
      readdirSync(join(root, folder, 'src'))
        .filter(isRoom)
        .map(roomOf),
    );
    if (floors === 'shelf') return shelf(root, folder);
    const declared = new Set(floors.flat());
    for (const room of rooms) {
      if (!declared.has(room))
        throw new Error(
          `${folder}/src/${room} stands on no floor: add it to "floors" in ${folder}/package.json.`,
        );
    }
    for (const room of declared) {
      if (!rooms.has(room))
        throw new Error(`${folder}/package.json has a floor for ${room}, which is not in src/.`);
    }
    return { folder, floors };
  });
}

/** @throws Error for folders besides testing/ */
function shelf(root, folder) {
  const entries = readdirSync(join(root, folder, 'src'), { withFileTypes: true });
  const room = entries.find((entry) => entry.isDirectory() && entry.name !== 'testing');
  if (room)
    throw new Error(
      `${folder}/src/${room.name} is a folder, so ${folder} is no shelf: list its rooms in "floors", top floor first.`,
    );
  return { folder, floors: [] };
}

const isRoom = (name) => !NO_ROOM.test(name) && !/\.test\.tsx?$|\.css$|\.html$/.test(name);
const roomOf = (name) => name.replace(/\.(ts|tsx|mts|mjs)$/, '');

/** Whether this folder is a package with sources. */
export function hasSources(root, folder) {
  try {
    return (
      statSync(join(root, folder, 'src')).isDirectory() &&
      statSync(join(root, folder, 'package.json')).isFile()
    );
  } catch {
    return false;
  }
}

/** Rules of dependency-cruiser that enforce the floors. */
export function floorRules(packages) {
  return packages.flatMap(({ folder, floors }) =>
    floors.map((rooms, floor) => ({
      name: `floor ${floors.length - floor} of ${folder}`,
      severity: 'error',
      comment: `${rooms.join(', ')} may import lower floors of ${folder} only: move the shared definition down, or the use of it up (floors are listed in package.json, top first).`,
      from: { path: inRooms(folder, rooms), pathNot: TEST },
      to: {
        path: inRooms(folder, floors.slice(0, floor + 1).flat()),
        pathNot: `^${folder}/src/$1[./]`,
      },
    })),
  );
}

const TEST = '\\.test\\.tsx?$';

function inRooms(folder, rooms) {
  const names = rooms.map((room) => room.replaceAll('.', '\\.')).join('|');
  return `^${folder}/src/(${names})(?:/|\\.tsx?$|\\.mts$)`;
}
