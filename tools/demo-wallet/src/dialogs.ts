import { ACCOUNT_NAMES, shortenAddress } from './accounts.ts';
import type { DialogContent } from './dialog-host.ts';
import { element } from './element.ts';
import type { SendRequest, SignRequest } from './requests.ts';
import type { WalletState } from './state.ts';

/** The chosen account and network. */
export type Choice = Pick<WalletState, 'account' | 'onWrongChain' | 'hidesLocalChain'>;

type Close<T> = (result: T) => void;

const button = (label: string, kind: 'primary' | 'plain' | 'danger', click: () => void, autofocus = false) =>
  element('button', { type: 'button', class: kind, click, autofocus }, label);

const buildApprovalButtons = (close: Close<boolean>) => [
  button('Reject', 'plain', () => close(false)),
  button('Approve', 'primary', () => close(true), true),
];

/** Lets the user choose the account that the page may see. */
export function connectDialog(addresses: string[], state: WalletState) {
  return (close: Close<Choice | 'reject'>): DialogContent => {
    const choice = buildChoiceFields(addresses, state);
    return {
      title: 'Connect to Touchline?',
      body: [
        element('p', {}, `${location.host} wants to see your account and request signatures.`),
        choice.accounts,
        element('details', {}, element('summary', {}, 'Network options'), choice.network),
      ],
      actions: [
        button('Reject', 'plain', () => close('reject')),
        button('Approve', 'primary', () => close(choice.read()), true),
      ],
    };
  };
}

/** Changes the account or the network, or disconnects. */
export function walletDialog(addresses: string[], state: WalletState) {
  return (close: Close<Choice | 'disconnect' | 'cancel'>): DialogContent => {
    const choice = buildChoiceFields(addresses, state);
    return {
      title: 'Your wallet',
      body: [choice.accounts, choice.network],
      actions: [
        button('Disconnect', 'danger', () => close('disconnect')),
        button('Cancel', 'plain', () => close('cancel')),
        button('Use this account', 'primary', () => close(choice.read()), true),
      ],
    };
  };
}

export function signDialog(signer: string, request: SignRequest) {
  return (close: Close<boolean>): DialogContent => ({
    title: request.title,
    body: [
      element('p', {}, `${location.host} wants ${signer} to sign:`),
      element('pre', { tabindex: '0', role: 'region', 'aria-label': 'Message' }, request.text),
    ],
    actions: buildApprovalButtons(close),
  });
}

export function sendDialog(sender: string, request: SendRequest) {
  return (close: Close<boolean>): DialogContent => ({
    title: `${request.isClaim ? 'Claim' : 'Send'} ${request.amount}?`,
    body: [
      element(
        'dl',
        {},
        ...buildRow('From', sender),
        ...buildRow('To', request.recipient),
        ...buildRow('Amount', request.amount),
      ),
      request.warning ? element('p', { class: 'warning', role: 'alert' }, request.warning) : element('p', {}),
    ],
    actions: buildApprovalButtons(close),
  });
}

/** Lists the transactions of a batch. */
export function batchDialog(sender: string, requests: readonly SendRequest[]) {
  return (close: Close<boolean>): DialogContent => {
    const warning = requests.find((request) => request.warning)?.warning;
    return {
      title: `Send ${requests.length} transactions?`,
      body: [
        element(
          'dl',
          {},
          ...buildRow('From', sender),
          ...requests.flatMap(({ amount, recipient }) => buildRow(amount, recipient)),
        ),
        warning ? element('p', { class: 'warning', role: 'alert' }, warning) : element('p', {}),
      ],
      actions: buildApprovalButtons(close),
    };
  };
}

export function networkDialog(title: string, text: string) {
  return (close: Close<boolean>): DialogContent => ({
    title,
    body: [element('p', {}, text)],
    actions: buildApprovalButtons(close),
  });
}

const buildRow = (name: string, value: string) => [element('dt', {}, name), element('dd', {}, value)];

function buildChoiceFields(addresses: string[], state: WalletState) {
  const radios = ACCOUNT_NAMES.map((_, index) =>
    element('input', {
      type: 'radio',
      name: 'account',
      value: String(index),
      checked: index === state.account,
    }),
  );
  const onWrongChain = element('input', { type: 'checkbox', checked: state.onWrongChain });
  const hidesLocalChain = element('input', { type: 'checkbox', checked: state.hidesLocalChain });
  const accounts = element(
    'fieldset',
    { class: 'accounts' },
    element('legend', {}, 'Account'),
    ...ACCOUNT_NAMES.map((name, index) =>
      element(
        'label',
        {},
        radios[index] ?? null,
        element('span', { class: 'name' }, name),
        element('code', {}, shortenAddress(addresses[index] ?? '')),
      ),
    ),
  );
  const network = element(
    'fieldset',
    {},
    element('legend', {}, 'Network'),
    element('label', {}, onWrongChain, element('span', {}, 'Use Ethereum Mainnet (wrong network)')),
    element('label', {}, hidesLocalChain, element('span', {}, 'Hide WorldChain until it is added')),
  );
  return {
    accounts,
    network,
    read: (): Choice => ({
      account: Number(radios.find((radio) => radio.checked)?.value ?? state.account),
      onWrongChain: onWrongChain.checked,
      hidesLocalChain: hidesLocalChain.checked,
    }),
  };
}
