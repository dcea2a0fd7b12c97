import type { RegistrarAccount, TestedNameserver } from "@namewright/conformance/drivers"
import type { Caller, OperatorCalls, Platform, PlatformCalls, PlatformOptions } from "@namewright/core"
import type { NameserverDriver, ZoneJson } from "@namewright/core/dns"
import type { DomainJson, RegisterDomainInput } from "@namewright/core/domains"
import type { RegistrarPage } from "@namewright/core/registrars"
import type { RegistryDefinition, RegistryDriver } from "@namewright/core/registry"
import type { ReportFilesDefinition, ReportFilesDriver } from "@namewright/core/reports"
import type { Pool } from "pg"

/*
 * Names that examples of the documentation use without declaring them. An example that needs another value declares it,
 * or the value is added here.
 */

export { postgres } from "@namewright/adapters-pg"
export { sqlite } from "@namewright/adapters-sqlite"
export { nameserverContract } from "@namewright/conformance/drivers"
export { registryContract } from "@namewright/conformance/drivers"
export { registrarContract } from "@namewright/conformance/drivers"
export { reportFilesContract } from "@namewright/conformance/drivers"
export { createPlatform } from "@namewright/core"
export { defineNameserver } from "@namewright/core/dns"
export { simulatedPayments } from "@namewright/core/payments"
export { defineRegistrar } from "@namewright/core/registrars"
export { defineRegistry } from "@namewright/core/registry"
export { registryRefusal } from "@namewright/core/registry"
export { defineReportFiles } from "@namewright/core/reports"
export { namewrightRegistrar } from "@namewright/http"
export { openSrsRegistrar } from "@namewright/http"
export { stripePayments } from "@namewright/http"
export { viesRegister } from "@namewright/http"
export { metrics } from "@opentelemetry/api"
export { trace } from "@opentelemetry/api"
export { default as assert } from "node:assert/strict"
export { readFile } from "node:fs/promises"
export { writeFile } from "node:fs/promises"
export { pino } from "pino"

export declare const platform: Platform
export declare const caller: PlatformCalls
export declare const operator: OperatorCalls
export declare const pool: Pool
/** Sessions of a backend, by the token that a client sends. */
export declare const sessions: ReadonlyMap<string, Caller>
export declare const signal: AbortSignal
export declare const storage: PlatformOptions["storage"]

type Result<F> = F extends (...args: infer _A) => infer R ? Awaited<R> : never
interface Limits {
  readonly signal: AbortSignal
}

/** Clients of the servers that examples of drivers use. */
export declare const client: {
  readonly register: (
    name: string,
    years: number,
    limits: Limits
  ) => Promise<Result<NonNullable<RegistryDefinition["createDomain"]>>>
  readonly whoami: (key: string | undefined, limits: Limits) => Promise<void>
  readonly domains: (
    key: string | undefined,
    cursor: string | null,
    limit: number,
    limits: Limits
  ) => Promise<RegistrarPage>
  readonly put: (name: string, zone: object, limits: Limits) => Promise<void>
  readonly delete: (name: string, limits: Limits) => Promise<void>
}
export declare const bucket: {
  readonly upload: (
    name: string,
    content: Parameters<ReportFilesDefinition["write"]>[1],
    limits: Limits
  ) => Promise<void>
  readonly head: (name: string) => Promise<{ readonly size: number } | null>
  readonly download: (
    name: string,
    range: { readonly start: number; readonly end: number }
  ) => ReturnType<ReportFilesDefinition["read"]>
  readonly delete: (name: string) => Promise<void>
}
export declare const taken: Map<string, NonNullable<Result<NonNullable<RegistryDefinition["infoDomain"]>>>>
export declare const acmeRegistry: (at: { readonly url: string; readonly token: string }) => RegistryDriver
export declare const acmeAccount: RegistrarAccount
export declare const bucketFiles: (at: typeof client) => ReportFilesDriver
export declare const edge: (at: typeof client) => NameserverDriver
export declare const answers: NonNullable<TestedNameserver["answers"]>
export declare const token: string

export declare const domain: DomainJson
export declare const order: RegisterDomainInput
export declare const zone: ZoneJson

export declare const after: number
export declare const auth_code: string
export declare const digest: string
/** Master file of a zone. */
export declare const text: string
/** Address of the database. */
export declare const url: string

export declare const api_key_id: string
export declare const approval_id: string
export declare const asset_id: string
export declare const batch_id: string
export declare const billing_transaction_id: string
export declare const contact_attribute_set_id: string
export declare const contact_id: string
export declare const event_id: string
export declare const job_id: string
export declare const organization_id: string
export declare const registrar_credential_id: string
export declare const payment_id: string
export declare const report_id: string
export declare const set_id: string
export declare const tag_id: string
export declare const user_id: string
export declare const webhook_delivery_id: string
export declare const webhook_endpoint_id: string
