import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Executes a recipe in a project, in the order of its fenced blocks: each line of a `sh` block is `npm run COMMAND -- ARGUMENTS`, and a
 * block whose first line is a comment with a path is that file.
 * @param {string} recipe Markdown file
 * @param {string} project the project's root
 * @param {(command: string, args: string[]) => Promise<void>} runCommand
 */
export async function runRecipe(recipe, project, runCommand) {
  const text = readFileSync(recipe, 'utf8');
  for (const [, indent, language, block] of text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^ *```$/gm)) {
    const lines = block.split('\n').map((line) => line.slice(indent.length));
    if (language === 'sh') {
      for (const line of lines.filter(Boolean)) {
        const [, command, args] = /^npm run ([\w-]+) -- (.*)$/.exec(line);
        await runCommand(command, args.split(' '));
      }
      continue;
    }
    const [, path] = /^\/\/ (\S+\.tsx?)$/.exec(lines[0]) ?? [];
    if (!path) continue;
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), lines.slice(1).join('\n'));
  }
}
