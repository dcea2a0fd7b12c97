import type { Safety } from "@namewright/core/approvals"
import type { Permission } from "@namewright/core/shared"
import { Context } from "effect"
import { HttpApi, type HttpApiEndpoint, OpenApi } from "effect/http-api"
import { safetyOf } from "../approvals/Safety.ts"
import { PlatformApi } from "../PlatformApi.ts"
import { type OperationRules, rulesOf } from "../shared/OperationRules.ts"

/** One operation of the REST interface, as agents find and call it. */
export interface Operation {
  /** The short id of the OpenAPI document: `listDomains`. */
  readonly operationId: string
  /** The same in the form that generators make of a function, its path and its method. */
  readonly generatedId: string
  readonly method: string
  /** With its parameters in braces: `/v1/domains/{domain_reference}`. */
  readonly path: string
  readonly pathParams: ReadonlyArray<string>
  readonly summary: string
  readonly description: string
  /** Group of the operation: `domains`. */
  readonly tag: string
  readonly rules: OperationRules
  /** Rights that the caller needs, all of them. */
  readonly rights: ReadonlyArray<Permission>
  readonly safety: Safety
  readonly endpoint: HttpApiEndpoint.Top
}

const snakeCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A path as generated ids write it: every character that is none of a word becomes `_`. */
const pathWords = (path: string): string => path.replace(/\W/g, "_")

const operationOf = (endpoint: HttpApiEndpoint.Top, tag: string): Operation => {
  const { annotations, identifier: operationId, method } = endpoint
  const path = endpoint.path.replace(/:(\w+)/g, "{$1}")
  const rules = rulesOf(endpoint)
  return {
    operationId,
    generatedId: `${snakeCase(operationId)}${pathWords(path)}_${method.toLowerCase()}`,
    method,
    path,
    pathParams: Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name),
    summary: Context.getOrElse(annotations, OpenApi.Summary, () => ""),
    description: Context.getOrElse(annotations, OpenApi.Description, () => ""),
    tag,
    rules,
    rights: rules.rights,
    safety: safetyOf(rules),
    endpoint
  }
}

/**
 * Every operation that asks who calls, in the order of the interface. The token endpoint is left out: it is for those
 * who have no session.
 */
export const operationCatalog: ReadonlyArray<Operation> = (() => {
  const found: Array<Operation> = []
  HttpApi.reflect(PlatformApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      if (rulesOf(endpoint).caller !== "anyone") {
        found.push(operationOf(endpoint, group.identifier))
      }
    }
  })
  return found
})()

const byOperationId = new Map(operationCatalog.map((operation) => [operation.operationId.toLowerCase(), operation]))

/** A word of a generated id: parts never meet in two underscores, which only braces make. */
const word = "[a-z0-9]+(?:_[a-z0-9]+)*"

const generated = operationCatalog.map((operation) => {
  const path = operation.path.split(/\{\w+\}/).map((part) => part.replace(/\W/g, "_")).join(`_${word}_`)
  return { pattern: new RegExp(`^${word}${path}_${operation.method.toLowerCase()}$`), operation }
})

/**
 * The operation that an id names, in its short form or in that of generators. Of the latter only path and method count,
 * so that ids of clients whose functions are called otherwise are found as well.
 */
export const findOperation = (id: string): Operation | undefined => {
  const text = id.trim().toLowerCase()
  if (text.length > longestId) return undefined
  return byOperationId.get(text) ?? generated.find(({ pattern }) => pattern.test(text))?.operation
}

/** No id is longer, and the patterns are not for texts of any length. */
const longestId = 200

/** The operation with this id, which has to be there. */
export const operationNamed = (operationId: string): Operation => {
  const operation = byOperationId.get(operationId.toLowerCase())
  if (operation === undefined) throw new Error(`The interface has no operation ${operationId}`)
  return operation
}
