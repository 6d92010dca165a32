import { ALL_ENDPOINTS, NAMED_SCHEMAS, PLAIN_ENDPOINTS } from './all-endpoints.ts';
import { buildOpenApiDocument } from './openapi/describe.ts';

const DOCUMENT_VERSION = '1.0.0';

/** The OpenAPI description of every endpoint, which the gateway serves and docs/openapi.json contains. */
export const createOpenApiDocument = () =>
  buildOpenApiDocument(
    { endpoints: ALL_ENDPOINTS, named: NAMED_SCHEMAS, plain: PLAIN_ENDPOINTS },
    DOCUMENT_VERSION,
  );
