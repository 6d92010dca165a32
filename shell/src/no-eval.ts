import { config } from 'zod/mini';

// Zod's compiled parsers need eval, which the content security policy blocks and reports. This must run before the first schema is
// created. The setting is global, so it also applies to remotes with their own zod.
config({ jitless: true });
