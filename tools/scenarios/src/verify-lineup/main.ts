import { runCommand } from '../run-command.ts';
import { verifyTeam } from './verify-team.ts';

runCommand(() => verifyTeam(process.argv.slice(2), console.log));
