import { assert, describe, it } from "@effect/vitest"
import { TypeId } from "@namewright/core/shared"
import { Effect, Layer, Ref, Schema } from "effect"
import { HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import * as requestBoundary from "../../src/platform/requestBoundary.ts"
import { Produces } from "../../src/shared/ContentNegotiation.ts"
import { pageParameters } from "../../src/shared/ListParameters.ts"
import * as RequestValidation from "../../src/shared/RequestValidation.ts"
import { boundaryServices } from "../support/boundaryServices.ts"
import { inProcess } from "../support/inProcess.ts"

const Text = Schema.String.check(Schema.isMaxLength(3))
const Body = Schema.Struct({ name: Text, size: Schema.Int })

const Api = HttpApi.make("test").add(
  HttpApiGroup.make("things").add(
    HttpApiEndpoint.put("put", "/things/:id", {
      params: { id: Schema.Literals(["a", "b"]) },
      headers: { "x-shade": Schema.optionalKey(Schema.Literals(["dark", "light"])) },
      query: pageParameters(),
      payload: [Body, Body.pipe(HttpApiSchema.asFormUrlEncoded())]
    }),
    HttpApiEndpoint.post("act", "/things/:id/act", { params: { id: Schema.String } }),
    HttpApiEndpoint.get("object", "/objects/:object_id", { params: { object_id: TypeId.schema("object") } }),
    HttpApiEndpoint.get("csv", "/things.csv", {
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" }))
    })
      .annotate(Produces, ["text/csv"])
  ).middleware(RequestValidation.RequestValidation)
).annotate(HttpApi.ParseOptions, RequestValidation.parseOptions)

const start = Effect.gen(function*() {
  const calls = yield* Ref.make(0)
  const count = Effect.asVoid(Ref.update(calls, (n) => n + 1))
  const handlers = HttpApiBuilder.group(
    Api,
    "things",
    (handlers) =>
      handlers.handleAll({ put: () => count, act: () => count, object: () => count, csv: () => Effect.succeed("a,b") })
  )
  const fetch = yield* inProcess(
    HttpApiBuilder.layer(Api).pipe(
      Layer.provide(handlers),
      Layer.provide(RequestValidation.layer),
      Layer.merge(Layer.provide(requestBoundary.layer, boundaryServices)),
      Layer.provide(HttpServer.layerServices)
    )
  )
  return { calls, fetch }
})

const problemsOf = (body: any) => body.errors.map(({ loc, type }: any) => [loc.join("."), type])
const good = { name: "abc", size: 1 }

describe("RequestValidation", () => {
  it.effect("reports the issues of all parts of a request, and runs no handler", () =>
    Effect.gen(function*() {
      const { calls, fetch } = yield* start
      const { body, headers, status } = yield* fetch("PUT", "/things/c?page=0&page_size=x", { name: "abcd" }, {
        headers: { "x-shade": "grey" }
      })
      assert.strictEqual(status, 422)
      assert.strictEqual(headers.get("content-type"), "application/problem+json")
      assert.deepStrictEqual([body.type, body.title, body.status], [
        "request-validation-failed",
        "Request validation error.",
        422
      ])
      assert.deepStrictEqual(problemsOf(body), [
        ["path.id", "enum"],
        ["header.x-shade", "enum"],
        ["query.page", "greater_than_equal"],
        ["query.page_size", "int_parsing"],
        ["body.name", "string_too_long"],
        ["body.size", "missing"]
      ])
      assert.strictEqual(yield* Ref.get(calls), 0)
    }))

  it.effect("reports the issues after the first failed part", () =>
    Effect.gen(function*() {
      const { fetch } = yield* start
      const headers = yield* fetch("PUT", "/things/a?page=0", "[]", { headers: { "x-shade": "grey" } })
      assert.deepStrictEqual(problemsOf(headers.body), [
        ["header.x-shade", "enum"],
        ["query.page", "greater_than_equal"],
        ["body", "dict_type"]
      ])
      const query = yield* fetch("PUT", "/things/a?page=0", "{")
      assert.deepStrictEqual(problemsOf(query.body), [["query.page", "greater_than_equal"], ["body", "json_invalid"]])
      const form = yield* fetch("PUT", "/things/c", "name=abcd", {
        headers: { "content-type": "application/x-www-form-urlencoded" }
      })
      assert.deepStrictEqual(problemsOf(form.body), [
        ["path.id", "enum"],
        ["body.name", "string_too_long"],
        ["body.size", "missing"]
      ])
    }))

  it.effect.each<readonly [name: string, sent: string | undefined, slug: string]>([
    ["malformed JSON", "{", "json_invalid"],
    ["no body", undefined, "missing"],
    ["a body of null", "null", "dict_type"],
    ["a list", "[]", "dict_type"],
    ["a text", `"abc"`, "dict_type"]
  ])("422: %s where an object is expected", ([, sent, slug]) =>
    Effect.gen(function*() {
      const { fetch } = yield* start
      const { body, status } = yield* fetch("PUT", "/things/a", sent)
      assert.deepStrictEqual([status, problemsOf(body)], [422, [["body", slug]]])
    }))

  it.effect("422: a body that nests too deeply", () =>
    Effect.gen(function*() {
      const { calls, fetch } = yield* start
      for (const opening of ["[", `{"a":`]) {
        const { body, status } = yield* fetch("PUT", "/things/a", opening.repeat(100_000))
        assert.deepStrictEqual([status, problemsOf(body)], [422, [["body", "json_invalid"]]])
      }
      const brackets = { ...good, note: "[".repeat(1_000) + `\\"` }
      assert.strictEqual((yield* fetch("PUT", "/things/a", brackets)).status, 204)
      assert.strictEqual(yield* Ref.get(calls), 1)
    }))

  it.effect("returns the input of an issue, without internals", () =>
    Effect.gen(function*() {
      const { fetch } = yield* start
      const { body } = yield* fetch("PUT", "/things/a", { name: { deep: ["x"] }, size: "1" })
      assert.deepStrictEqual(body.errors, [
        { loc: ["body", "name"], msg: "Expected a string", type: "string_type", input: { deep: ["x"] } },
        { loc: ["body", "size"], msg: "Expected an integer", type: "int_parsing", input: "1" }
      ])
    }))

  it.effect("ignores unknown members, parameters and headers", () =>
    Effect.gen(function*() {
      const { fetch } = yield* start
      const headers = { "x-request-source": "client", "x-datetime-format": "rfc3339" }
      const { status } = yield* fetch("PUT", "/things/a?colour=red&type[]=x", { ...good, colour: "red" }, { headers })
      assert.strictEqual(status, 204)
    }))

  it.effect.each([undefined, "[]", "{}", "{", "null"])(
    "accepts the body %j if the operation reads none",
    (sent) =>
      Effect.gen(function*() {
        const { fetch } = yield* start
        assert.strictEqual((yield* fetch("POST", "/things/a/act", sent)).status, 204)
      })
  )

  it.effect.each([
    "application/json",
    "application/json; charset=utf-8",
    "APPLICATION/JSON"
  ])("reads %s", (type) =>
    Effect.gen(function*() {
      const { fetch } = yield* start
      const { status } = yield* fetch("PUT", "/things/a", good, { headers: { "content-type": type } })
      assert.strictEqual(status, 204)
    }))

  it.effect.each(["text/plain", "application/xml", "multipart/form-data; boundary=x", "application/merge-patch+json"])(
    "415: does not read %s",
    (type) =>
      Effect.gen(function*() {
        const { calls, fetch } = yield* start
        const { body, status } = yield* fetch("PUT", "/things/a", good, { headers: { "content-type": type } })
        assert.deepStrictEqual([status, body.code], [415, "ERROR_UNSUPPORTED_MEDIA_TYPE"])
        assert.strictEqual(yield* Ref.get(calls), 0)
      })
  )

  it.effect.each<readonly [accept: string, status: number]>([
    ["*/*", 204],
    ["application/json", 204],
    ["text/html, application/*;q=0.5", 204],
    ["application/problem+json", 204],
    ["application/vnd.wrapped+json", 204],
    ["text/html", 406],
    ["application/json;q=0, text/html", 406],
    ["*/*, application/json;q=0, application/problem+json;q=0, application/vnd.wrapped+json;q=0", 406]
  ])("answers Accept %s with %i", ([accept, expected]) =>
    Effect.gen(function*() {
      const { fetch } = yield* start
      const { body, status } = yield* fetch("PUT", "/things/a", good, { headers: { accept } })
      assert.deepStrictEqual([status, body?.code], [expected, expected === 204 ? undefined : "ERROR_NOT_ACCEPTABLE"])
    }))

  it.effect.each(["text/csv", "application/json", "text/html", "nonsense;;,"])(
    "ignores Accept for a download, such as %s",
    (accept) =>
      Effect.gen(function*() {
        const { fetch } = yield* start
        const { body, status } = yield* fetch("GET", "/things.csv", undefined, { headers: { accept } })
        assert.deepStrictEqual([status, body], [200, "a,b"])
      })
  )

  it.effect("refuses numbers that overflow, and reports them as text", () =>
    Effect.gen(function*() {
      const { fetch } = yield* start
      const sent = `{"name":"abc","size":1e400,"more":{"deep":[-1e400,"ok"]}}`
      const { body, status } = yield* fetch("PUT", "/things/a?page=1e400&page_size=-1e400", sent)
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(body.errors.map(({ input, loc, type }: any) => [loc.join("."), type, input]), [
        ["query.page", "int_parsing", "1e400"],
        ["query.page", "less_than_equal", "1e400"],
        ["query.page_size", "int_parsing", "-1e400"],
        ["query.page_size", "greater_than_equal", "-1e400"],
        ["body.size", "int_parsing", "Infinity"],
        ["body.more.deep.0", "finite_number", "-Infinity"]
      ])
    }))

  it.effect("refuses texts that databases cannot store: unpaired surrogates and zero bytes", () =>
    Effect.gen(function*() {
      const { calls, fetch } = yield* start
      const sent = String.raw`{"name":"a\ud800","size":1,"more":["\udc00x","a\u0000","\ud83d\ude00"],"k\ud800":1}`
      const { body, status } = yield* fetch("PUT", "/things/a?colour=%00&colour=red", sent)
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(body.errors.map(({ input, loc, type }: any) => [loc.join("."), type, input]), [
        ["query.colour.0", "string_unicode", "\0"],
        ["body.name", "string_unicode", "a\ufffd"],
        ["body.more.0", "string_unicode", "\ufffdx"],
        ["body.more.1", "string_unicode", "a\0"],
        ["body.k\ufffd", "string_unicode", "k\ufffd"]
      ])
      assert.strictEqual(yield* Ref.get(calls), 0)
      const act = yield* fetch("POST", "/things/a/act?x=%00")
      assert.strictEqual(act.status, 422)
    }))

  it.effect("truncates large inputs, to at most 65,536 characters in total", () =>
    Effect.gen(function*() {
      const { fetch } = yield* start
      const huge = yield* fetch("PUT", "/things/a", { name: "x".repeat(300_000), size: Array(40_000).fill("y") })
      const [name, size] = huge.body.errors.map(({ input }: any) => input)
      assert.isBelow(name.length, 5000)
      assert.isBelow(JSON.stringify(size).length, 20_000)
      assert.strictEqual(size.at(-1), "…")
    }))

  it.effect.each(["roles", "ip-restrictions", "x", "%00", "%2e%2e"])(
    "404: %s, which cannot be an id",
    (segment) =>
      Effect.gen(function*() {
        const { calls, fetch } = yield* start
        for (const method of ["GET", "DELETE"]) {
          const { body, status } = yield* fetch(method, `/objects/${segment}?page=x`)
          assert.deepStrictEqual([status, body.code], [404, "ERROR_ROUTE_NOT_FOUND"])
        }
        assert.strictEqual(yield* Ref.get(calls), 0)
      })
  )

  it.effect.each(["object_1", "thing_01h455vb4pex5vsknk084sn02q", "object_", "OBJECT_01h455vb4pex5vsknk084sn02q"])(
    "422: %s, which is an id of another form or kind",
    (segment) =>
      Effect.gen(function*() {
        const { fetch } = yield* start
        const { body, status } = yield* fetch("GET", `/objects/${segment}`)
        assert.deepStrictEqual([status, problemsOf(body)], [422, [["path.object_id", "typeid_parsing"]]])
      })
  )
})
