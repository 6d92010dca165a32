import { config } from 'zod/mini';

// zod's compiled parsers need eval, which this page's policy refuses and reports. Must be set before the first schema is created.
// The setting is global, so it also applies to remotes with their own zod.
config({ jitless: true });
