import type { Happening, Kind } from '../domain/happening.ts'

type ByKind = { readonly [K in Kind]: Extract<Happening, { readonly kind: K }> }

/** A happening of one kind, with what else is known of it. */
export type OfKind<K extends Kind, More = unknown> = { [P in K]: { readonly kind: P } & ByKind[P] & More }[K]

/** A function for each kind of happening: the type checker demands all of them. */
export type EachKind<R, More = unknown> = { readonly [K in Kind]: (happening: OfKind<K, More>) => R }

export function byKind<K extends Kind, R, More>(each: EachKind<R, More>, happening: OfKind<K, More>): R {
  return each[happening.kind](happening)
}
