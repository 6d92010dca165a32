/** The part that we use of the renderer. */
declare module '@resvg/resvg-js' {
  export function renderAsync(
    svg: string,
    options: {
      font: { fontFiles: string[]; loadSystemFonts: boolean; defaultFontFamily: string };
    },
  ): Promise<{ asPng(): Buffer }>;
}
