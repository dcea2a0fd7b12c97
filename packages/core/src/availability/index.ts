export * from "./AvailabilityCalls.ts"
export * from "./AvailabilityLookups.ts"
export * from "./AvailabilitySettings.ts"
export * from "./NameStatus.ts"
