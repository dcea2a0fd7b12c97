import type { OperatorCalls, Platform, PlatformCalls } from "@namewright/core"
import type { ZoneJson } from "@namewright/core/dns"
import type { DomainJson, RegisterDomainInput } from "@namewright/core/domains"
import type { Pool } from "pg"

/*
 * Names that examples of the documentation use without declaring them. An example that needs another value declares it,
 * or the value is added here.
 */

export { postgres } from "@namewright/adapters-pg"
export { sqlite } from "@namewright/adapters-sqlite"
export { default as assert } from "node:assert/strict"
export { writeFile } from "node:fs/promises"

export declare const platform: Platform
export declare const caller: PlatformCalls
export declare const operator: OperatorCalls
export declare const pool: Pool
export declare const signal: AbortSignal

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
export declare const batch_id: string
export declare const billing_transaction_id: string
export declare const contact_id: string
export declare const event_id: string
export declare const job_id: string
export declare const organization_id: string
export declare const report_id: string
export declare const set_id: string
export declare const tag_id: string
export declare const user_id: string
export declare const webhook_delivery_id: string
export declare const webhook_endpoint_id: string
