import { element } from './element.ts';
import { addStyles } from './root.ts';
import { CSS } from './styles.ts';

/** Shows dialogs in the wallet's shadow root. */
export interface DialogHost {
  /** Shows a dialog and resolves with the value passed to `close`, or with null after Escape. Dialogs open one at a time, in order. */
  prompt<T>(build: (close: (result: T) => void) => DialogContent): Promise<T | null>;
}

export interface DialogContent {
  title: string;
  body: Node[];
  actions: Node[];
}

export function openDialogHost(root: ShadowRoot): DialogHost {
  addStyles(root, CSS);
  let last: Promise<unknown> = Promise.resolve();
  return {
    prompt(build) {
      const result = last.then(() => show(root, build));
      last = result;
      return result;
    },
  };
}

function show<T>(root: ShadowRoot, build: (close: (result: T) => void) => DialogContent): Promise<T | null> {
  return new Promise((resolve) => {
    let result: T | null = null;
    const { title, body, actions } = build((value) => {
      result = value;
      dialog.close();
    });
    const dialog: HTMLDialogElement = element(
      'dialog',
      {
        'aria-labelledby': 'title',
        'aria-modal': 'true',
        keydown: (event) => trapFocus(event as KeyboardEvent, dialog),
        close: () => {
          dialog.remove();
          resolve(result);
        },
        // The page's own dialogs may lock scrolling outside of them.
        wheel: (event) => event.stopPropagation(),
        touchmove: (event) => event.stopPropagation(),
      },
      element(
        'header',
        {},
        element('span', { class: 'brand' }, 'Demo wallet'),
        element('h2', { id: 'title' }, title),
      ),
      element('div', { class: 'body' }, ...body),
      element('footer', {}, ...actions),
    );
    root.append(dialog);
    dialog.showModal();
  });
}

/** Traps Tab inside the dialog and hides key presses from the page. */
function trapFocus(event: KeyboardEvent, dialog: HTMLDialogElement) {
  event.stopPropagation();
  if (event.key !== 'Tab') return;
  const stops = [...dialog.querySelectorAll<HTMLElement>('button, input, summary, [tabindex="0"]')].filter(
    isTabStop,
  );
  const focused = (dialog.getRootNode() as ShadowRoot).activeElement;
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (focused !== edge && focused !== dialog) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}

/** Excludes unchecked radio buttons and the content of closed details. */
function isTabStop(stop: HTMLElement): boolean {
  if (stop instanceof HTMLInputElement && stop.type === 'radio' && !stop.checked) return false;
  const details = stop.closest('details');
  return !details || details.open || stop.tagName === 'SUMMARY';
}
