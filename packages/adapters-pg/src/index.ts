export { client, layer, layer as postgres, type Options } from "./layer.ts"
