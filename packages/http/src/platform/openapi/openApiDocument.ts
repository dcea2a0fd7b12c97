import { type Environment } from "@namewright/core/shared"
import { OpenApi } from "effect/http-api"
import { PlatformApi } from "../../PlatformApi.ts"
import { operations } from "../operations.ts"
import { jobDetails } from "./jobDetails.ts"
import { mapReferences, referencesIn } from "./mapSubschemas.ts"
import { operationDetails } from "./operationDetails.ts"
import { parameterSchemas } from "./parameterSchemas.ts"
import { problemComponents } from "./problemComponents.ts"
import { tidySchema } from "./tidySchema.ts"

/** Server of the OpenAPI document. */
export interface DocumentedServer {
  readonly base_url: string
  readonly environment: Environment
}

type Spec = OpenApi.OpenAPISpec

/** The interface as documented for one installation. The same server yields the same object. */
export const documentedApi = ({ base_url, environment }: DocumentedServer): typeof PlatformApi => {
  const key = `${environment} ${base_url}`
  const cached = documented.get(key)
  if (cached !== undefined) return cached
  const description = environment === "sandbox" ? "Sandbox: nothing is registered or charged" : "Production"
  const api = PlatformApi.annotateMerge(
    OpenApi.annotations({
      servers: [{ url: base_url, description }],
      transform: (spec) => completed(spec as Spec)
    })
  ) as typeof PlatformApi
  documented.set(key, api)
  return api
}

const documented = new Map<string, typeof PlatformApi>()

/** The OpenAPI 3.1 document of one installation. Source: REST specification, "Versioning". */
export const openApiDocument = (server: DocumentedServer): Spec => OpenApi.fromApi(documentedApi(server))

const completed = (spec: Spec): Spec => {
  const schemas: Record<string, unknown> = { ...spec.components.schemas }
  const paths = Object.fromEntries(
    Object.entries(spec.paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, operation]) => {
          const endpoint = endpoints.get(`${method} ${path}`)
          if (endpoint === undefined) return [method, operation]
          Object.assign(schemas, parameterSchemas(endpoint).definitions)
          return [method, operationDetails(operation as OpenApi.OpenAPISpecOperation, endpoint)]
        })
      )
    ])
  )
  const { schemas: problems, ...shared } = problemComponents
  const complete = {
    ...spec,
    paths,
    tags: spec.tags.filter((tag, index) => spec.tags.findIndex(({ name }) => name === tag.name) === index),
    components: { ...shared, securitySchemes, schemas: { ...schemas, ...problems } }
  }
  return named(tidySchema(complete) as Spec)
}

/** Endpoints by method and path template of the document: `get /v1/events/{event_id}`. */
const endpoints = new Map(
  Array.from(
    operations.values(),
    (endpoint) => [`${endpoint.method.toLowerCase()} ${endpoint.path.replace(/:(\w+)/g, "{$1}")}`, endpoint] as const
  )
)

const securitySchemes = {
  apiKey: { type: "apiKey", in: "header", name: "X-Api-Key", description: "A key of an organization" },
  bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "A token of POST /v1/auth/token" }
}

/** Prefix of references to schemas. */
const reference = "#/components/schemas/"

/** Renames the wire form of a schema to the name of the schema, and removes schemas without references. */
const named = (spec: Spec): Spec => {
  const { schemas } = spec.components
  const renamed = new Map(
    Object.keys(schemas).map((name) => [`${reference}${name}`, `${reference}${plainName(name, schemas)}`])
  )
  const result = mapReferences(spec, (target) => renamed.get(target) ?? target) as Spec
  const used = referencesIn(result)
  const kept = Object.entries(result.components.schemas)
    .map(([name, schema]) => [plainName(name, schemas), schema] as const)
    .filter(([name]) => used.has(`${reference}${name}`))
    .map(([name, schema]) => [name, name === "Job" ? jobDetails(schema) as typeof schema : schema] as const)
    .toSorted(([left], [right]) => left < right ? -1 : 1)
  return { ...result, components: { ...result.components, schemas: Object.fromEntries(kept) } }
}

/** Schema name without the generator's suffix, unless the suffix distinguishes two schemas. */
const plainName = (name: string, schemas: Spec["components"]["schemas"]): string => {
  const plain = name.replace(/(?:Encoded|_\d+)$/, "")
  const same = schemas[plain] === undefined || JSON.stringify(schemas[plain]) === JSON.stringify(schemas[name])
  return same ? plain : name
}
