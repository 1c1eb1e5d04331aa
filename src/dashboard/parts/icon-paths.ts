/** Line drawings in a square of 20. */
export const iconPaths = {
  transactions: 'M3 6h11l-3-3M17 14H6l3 3',
  phones:
    'M6.5 2.5h7a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 5 16V4a1.5 1.5 0 0 1 1.5-1.5ZM9 14.8h2',
  message: 'M3.5 4.5h13v9H9L5.5 16.5v-3h-2ZM7 9h.01M10 9h.01M13 9h.01',
  bank: 'M3 8l7-4.5L17 8M4.5 8v6.5M8.2 8v6.5M11.8 8v6.5M15.5 8v6.5M3 16.5h14',
  time: 'M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14ZM10 6v4.2l2.8 1.7',
  scenarios: 'M4 5h5M4 10h3M4 15h5M12 5h4M10 10h6M12 15h4M9 3.5v3M7 8.5v3M9 13.5v3',
  report: 'M5 2.5h7l3.5 3.5v11.5H5ZM7.5 10l1.8 1.8L13 8.2M7.5 15h5',
  calls: 'M3 4h14v12H3ZM6 8l2 2-2 2M10 12.5h4',
  wallets: 'M3 6h13a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1ZM3 6l9-2.5V6M13 10.2h4v2.3h-4Z',
  start: 'M6 4l10 6-10 6Z',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11ZM13 13l4 4',
  copy: 'M7 7h9v9H7ZM4 13V4h9',
  check: 'M4 10.5l4 4 8-9',
  close: 'M5 5l10 10M15 5L5 15',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  edit: 'M4 16l.8-3.5L13.5 3.8l2.7 2.7L7.5 15.2Z',
  back: 'M12 4l-6 6 6 6',
  theme: 'M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14ZM10 3v14M10 7l3.5 3.5M10 12l2.5 2.5',
  keyboard: 'M2.5 5h15v10h-15ZM5.5 8h9M7 12h6',
  send: 'M3 10l14-6-5 13-3-5.5Z',
  replay: 'M4 10a6 6 0 1 1 1.8 4.3M4 15v-4h4',
  frozen: 'M7 4.5v11M13 4.5v11',
  in: 'M14.5 5.5l-9 9M5.5 8v6.5H12',
  out: 'M5.5 14.5l9-9M8 5.5h6.5V12',
  warning: 'M10 3l7.5 13.5h-15ZM10 8v4M10 14.2v.01',
  hand: 'M7 10V4.5a1.2 1.2 0 0 1 2.4 0V9M9.4 9V3.5a1.2 1.2 0 0 1 2.4 0V9M11.8 9.5V5a1.2 1.2 0 0 1 2.4 0v7a5 5 0 0 1-9 3l-2-3.5a1.2 1.2 0 0 1 2-1.2L7 12',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.7-2.7a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0L4.5 11.2a3 3 0 0 0 4.3 4.3l1-1',
} as const

export type IconName = keyof typeof iconPaths
