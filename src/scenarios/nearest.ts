export * from '../domain/nearest.ts'
