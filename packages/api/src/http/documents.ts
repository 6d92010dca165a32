/** Path below /api of the API document (OpenAPI 3.1); without the envelope. */
export const OPENAPI_PATH = '/openapi.json';
/** Path below /api of the page that shows it. */
export const DOCS_PATH = '/docs';
/** Path below /api of the calendar of deadlines (RFC 5545); without the envelope. */
export const DEADLINES_PATH = '/fpl/deadlines.ics';
