/** Pictures of one line each, drawn in a square of 20. */
const paths = {
  transactions: 'M3 6h11l-3-3M17 14H6l3 3',
  phones:
    'M6.5 2.5h7a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 5 16V4a1.5 1.5 0 0 1 1.5-1.5ZM9 14.8h2',
  bank: 'M3 8l7-4.5L17 8M4.5 8v6.5M8.2 8v6.5M11.8 8v6.5M15.5 8v6.5M3 16.500h14',
  time: 'M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14ZM10 6v4.2l2.8 1.7',
  scenarios: 'M4 5h5M4 10h3M4 15h5M12 5h4M10 10h6M12 15h4M9 3.500v3M7 8.500v3M9 13.500v3',
  report: 'M5 2.500h7l3.5 3.500v11.500H5ZM7.5 10l1.8 1.800L13 8.200M7.5 15h5',
  calls: 'M3 4h14v12H3ZM6 8l2 2-2 2M10 12.500h4',
  wallets: 'M3 6h13a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1ZM3 6l9-2.500V6M13 10.200h4v2.300h-4Z',
  start: 'M6 4l10 6-10 6Z',
  search: 'M9 3.500a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11ZM13 13l4 4',
  copy: 'M7 7h9v9H7ZM4 13V4h9',
  check: 'M4 10.500l4 4 8-9',
  close: 'M5 5l10 10M15 5L5 15',
  back: 'M12 4l-6 6 6 6',
  down: 'M5 8l5 5 5-5',
  up: 'M5 12l5-5 5 5',
  moon: 'M16 12.500A7 7 0 0 1 7.5 4a7 7 0 1 0 8.5 8.500Z',
  sun: 'M10 6.500a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7ZM10 2v1.500M10 16.500V18M2 10h1.500M16.5 10H18M4.3 4.300l1.1 1.100M14.6 14.600l1.1 1.100M15.7 4.300l-1.1 1.100M5.4 14.600l-1.1 1.1',
  system: 'M3 4h14v9H3ZM7 16.500h6M10 13v3.5',
  keyboard: 'M2.5 5h15v10h-15ZM5.5 8h.01M8.5 8h.01M11.5 8h.01M14.5 8h.01M5.5 11h.01M14.5 11h.01M8 11.500h4',
  send: 'M3 10l14-6-5 13-3-5.500Z',
  replay: 'M4 10a6 6 0 1 1 1.8 4.300M4 15v-4h4',
  frozen: 'M7 4.500v11M13 4.500v11',
  in: 'M14.5 5.500l-9 9M5.5 8v6.500H12',
  out: 'M5.5 14.500l9-9M8 5.500h6.500V12',
  warning: 'M10 3l7.5 13.500h-15ZM10 8v4M10 14.200v.01',
  hand: 'M7 10V4.500a1.2 1.2 0 0 1 2.4 0V9M9.4 9V3.500a1.2 1.2 0 0 1 2.4 0V9M11.8 9.500V5a1.2 1.2 0 0 1 2.4 0v7a5 5 0 0 1-9 3l-2-3.500a1.2 1.2 0 0 1 2-1.200L7 12',
  link: 'M8.5 11.500a3 3 0 0 0 4.3 0l2.7-2.700a3 3 0 0 0-4.3-4.300l-1 1M11.5 8.500a3 3 0 0 0-4.3 0L4.5 11.200a3 3 0 0 0 4.3 4.300l1-1',
} as const

/** The name of a picture. */
export type IconName = keyof typeof paths

/** The path of a picture, for drawings that it is a part of. */
export function iconPath(name: IconName): string {
  return paths[name]
}

/** A picture beside words: it says nothing by itself, and screen readers leave it out. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.6"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}
