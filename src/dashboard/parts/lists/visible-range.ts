/** Rows drawn beyond each edge, so that scrolling shows no gap. */
const beyond = 6

/** The rows of a list to draw: from `first` up to but without `last`. */
export function visibleRange(view: {
  readonly top: number
  readonly height: number
  readonly rowHeight: number
  readonly count: number
}): { readonly first: number; readonly last: number } {
  const first = Math.max(0, Math.floor(view.top / view.rowHeight) - beyond)
  const last = Math.min(view.count, Math.ceil((view.top + view.height) / view.rowHeight) + beyond)
  return { first: Math.min(first, Math.max(0, view.count - 1)), last: Math.max(0, last) }
}
