import { element } from './element.ts';
import { addStyles } from './root.ts';
import { CSS } from './styles.ts';

/** The wallet's dialogs. */
export interface DialogHost {
  /** Shows a dialog and resolves when `close` is called, or with null after Escape. One at a time, in order. */
  ask<T>(build: (close: (answer: T) => void) => DialogContent): Promise<T | null>;
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
    ask(build) {
      const answer = last.then(() => show(root, build));
      last = answer;
      return answer;
    },
  };
}

function show<T>(root: ShadowRoot, build: (close: (answer: T) => void) => DialogContent): Promise<T | null> {
  return new Promise((resolve) => {
    let answer: T | null = null;
    const { title, body, actions } = build((given) => {
      answer = given;
      dialog.close();
    });
    const dialog: HTMLDialogElement = element(
      'dialog',
      {
        'aria-labelledby': 'title',
        'aria-modal': 'true',
        keydown: (event) => keepFocus(event as KeyboardEvent, dialog),
        close: () => {
          dialog.remove();
          resolve(answer);
        },
        // Dialogs of the page may lock scrolling outside themselves.
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

/** Keeps Tab inside the dialog and key presses away from the page. */
function keepFocus(event: KeyboardEvent, dialog: HTMLDialogElement) {
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

/** Only the checked radio button of a group is a tab stop, and nothing inside closed details. */
function isTabStop(stop: HTMLElement): boolean {
  if (stop instanceof HTMLInputElement && stop.type === 'radio' && !stop.checked) return false;
  const details = stop.closest('details');
  return !details || details.open || stop.tagName === 'SUMMARY';
}
