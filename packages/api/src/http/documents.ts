/** Path of the API document (OpenAPI 3.1) below /api. It has no envelope. */
export const OPENAPI_PATH = '/openapi.json';
/** Path of the page that displays the API document, below /api. */
export const DOCS_PATH = '/docs';
/** Path of the calendar of deadlines (RFC 5545) below /api. It has no envelope. */
export const DEADLINES_PATH = '/fpl/deadlines.ics';
