export * from '../domain/duration.ts'
