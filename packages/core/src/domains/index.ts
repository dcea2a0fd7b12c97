export * from "./Domain.ts"
export * from "./DomainError.ts"
export * from "./DomainFilter.ts"
export * from "./DomainStore.ts"
