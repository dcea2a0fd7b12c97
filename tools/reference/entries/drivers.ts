/**
 * Drivers of registries, nameservers and report files, and their contracts.
 *
 * @module Drivers
 */
export {
  type ContractDomain,
  type ContractRunner,
  type MakeRegistry,
  nameserverContract,
  type NameserverContractOptions,
  type NameserverNeed,
  registryContract,
  type RegistryContractOptions,
  reportFilesContract,
  type ReportFilesContractOptions,
  type TestedNameserver,
  type TestedRegistry
} from "@namewright/conformance/drivers"
export {
  defineNameserver,
  type NameserverCall,
  type NameserverCapability,
  type NameserverDefinition,
  type NameserverDriver,
  type PlainZone
} from "@namewright/core/dns"
export type { RegistriesOption } from "@namewright/core/embed"
export {
  type AcceptedResult,
  type AvailabilityResult,
  type ContactCreatedResult,
  type ContactResult,
  type CreatedResult,
  defineRegistry,
  type DeletedResult,
  type DomainResult,
  type HostResult,
  type IssuedResult,
  type MessageResult,
  type RefusalReason,
  type RegistryCall,
  type RegistryCapability,
  type RegistryDefinition,
  type RegistryDriver,
  type RegistryFeature,
  type RegistryFunctions,
  registryRefusal,
  type RegistrySettings,
  registryUnavailable,
  type RenewedResult,
  type RequestedResult,
  type TransferResult
} from "@namewright/core/registry"
export {
  type ByteRange,
  defineReportFiles,
  type ReportFilesCall,
  type ReportFilesCapability,
  type ReportFilesDefinition,
  type ReportFilesDriver
} from "@namewright/core/reports"
