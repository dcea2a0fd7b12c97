import type { Safety } from "@namewright/core/approvals"
import type { Permission } from "@namewright/core/shared"
import { Context } from "effect"
import { HttpApi, type HttpApiEndpoint, OpenApi } from "effect/http-api"
import { safetyOf } from "../approvals/Safety.ts"
import { PlatformApi } from "../PlatformApi.ts"
import { type OperationRules, rulesOf } from "../shared/OperationRules.ts"

/** An operation of the REST interface, as agents find and call it. */
export interface Operation {
  /** Operation id of the OpenAPI document: `listDomains`. */
  readonly operationId: string
  /** Id in the form of API generators: function name, path and method. */
  readonly generatedId: string
  readonly method: string
  /** Path template: `/v1/domains/{domain_reference}`. */
  readonly path: string
  readonly pathParams: ReadonlyArray<string>
  readonly summary: string
  readonly description: string
  /** Group of the operation: `domains`. */
  readonly tag: string
  readonly rules: OperationRules
  /** All rights that the caller needs. */
  readonly rights: ReadonlyArray<Permission>
  readonly safety: Safety
  readonly endpoint: HttpApiEndpoint.Top
}

const snakeCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Path as part of a generated id: other characters than those of words become `_`. */
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
 * All authenticated operations, in the order of the interface. The token endpoint, which takes no session, is excluded.
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

/** A word of a generated id. Only the braces of a parameter cause a double underscore. */
const word = "[a-z0-9]+(?:_[a-z0-9]+)*"

const generated = operationCatalog.map((operation) => {
  const path = operation.path.split(/\{\w+\}/).map((part) => part.replace(/\W/g, "_")).join(`_${word}_`)
  return { pattern: new RegExp(`^${word}${path}_${operation.method.toLowerCase()}$`), operation }
})

/**
 * Finds an operation by its short or its generated id. Of a generated id only path and method are compared, because
 * clients may have other function names.
 */
export const findOperation = (id: string): Operation | undefined => {
  const text = id.trim().toLowerCase()
  if (text.length > longestId) return undefined
  return byOperationId.get(text) ?? generated.find(({ pattern }) => pattern.test(text))?.operation
}

/** Longest id in characters that is matched against the patterns. */
const longestId = 200

/** Returns the operation with this id. Throws if it does not exist. */
export const operationNamed = (operationId: string): Operation => {
  const operation = byOperationId.get(operationId.toLowerCase())
  if (operation === undefined) throw new Error(`The interface has no operation ${operationId}`)
  return operation
}
