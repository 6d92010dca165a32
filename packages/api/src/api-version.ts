/** Version of this package. Responses that were stored by code of another version may have another shape. */
export const API_VERSION: string = '1.3.0';
