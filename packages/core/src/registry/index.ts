export * from "./claims/ClaimsNotice.ts"
export * from "./claims/claimsNoticeProblem.ts"
export * from "./claims/ClaimsNotices.ts"
export { CommandLease } from "./CommandLease.ts"
export { currentPause } from "./currentPause.ts"
export { defineRegistry } from "./define/defineRegistry.ts"
export { fromPlain, type PlainMoney, type PlainOf, toPlain } from "./define/plainValues.ts"
export {
  type RegistryCapability,
  type RegistryFeature,
  registryFeatures,
  registryMethods,
  registryQueries,
  registryTransforms
} from "./define/RegistryCapability.ts"
export type {
  RegistryCall,
  RegistryDefinition,
  RegistryDriver,
  RegistryFunctions,
  RegistrySettings
} from "./define/RegistryDefinition.ts"
export { registryRefusal, registryUnavailable } from "./define/registryRefusal.ts"
export type * from "./define/registryResults.ts"
export * from "./IntentHandler.ts"
export type { Outcome } from "./IntentOutcomes.ts"
export { intentLease } from "./intentTimes.ts"
export { maskedAddress } from "./maskedAddress.ts"
export * from "./OperationInProgress.ts"
export { refuseInHostTransaction } from "./outsideTransactions.ts"
export * from "./PausingRouter.ts"
export * from "./PollMessage.ts"
export * from "./refusePaused.ts"
export * from "./RegistrarIds.ts"
export * from "./Registry.ts"
export * from "./RegistryCommand.ts"
export * from "./RegistryDomain.ts"
export * from "./RegistryError.ts"
export * from "./RegistryFailure.ts"
export * from "./RegistryIntent.ts"
export * from "./RegistryIntents.ts"
export * from "./RegistryIntentStore.ts"
export * from "./RegistryMaintenance.ts"
export * from "./RegistryMaintenanceStore.ts"
export * from "./RegistryRouter.ts"
export * from "./RegistrySessionSlots.ts"
export * from "./ResultClass.ts"
export { intentOfRequest } from "./settleRequest.ts"
export * from "./simulator/index.ts"
