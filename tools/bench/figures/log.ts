/** Reports progress and figures; results of limits have no prefix. */
export const log = (text: string): void => console.log(`> ${text}`);
