import type { paths } from "./schema";

/** The calls of the OpenAPI document, by method and path. */
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

type Verb<M extends Method> = Lowercase<M>;

export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Verb<M>, { responses: object }> ? P : never;
}[keyof paths];

type OperationOf<M extends Method, P extends PathOf<M>> = paths[P][Verb<M>];

type PathParameters<O> = O extends { parameters: { path: infer Path extends object } } ? Path : never;
type Query<O> = O extends { parameters: { query?: infer Given extends object } } ? Given : never;
type Body<O> = O extends { requestBody: { content: { "application/json": infer Given } } } ? Given : never;

/** `path` and `body` exist only if the call has them. */
export type CallOf<M extends Method, P extends PathOf<M>> = Part<"path", PathParameters<OperationOf<M, P>>> &
  Part<"body", Body<OperationOf<M, P>>> & { query?: Query<OperationOf<M, P>>; signal?: AbortSignal };

type Part<Name extends string, Value> = [Value] extends [never] ? { [N in Name]?: never } : { [N in Name]: Value };

type Json<Answer> = Answer extends { content: { "application/json": infer Value } } ? Value : null;
type Success<Answers> = { [S in keyof Answers & (200 | 201 | 204)]: Json<Answers[S]> }[keyof Answers &
  (200 | 201 | 204)];

export type AnswerOf<M extends Method, P extends PathOf<M>> =
  OperationOf<M, P> extends { responses: infer Answers } ? Success<Answers> : never;

/** A call without parameters takes no argument. */
export type Arguments<Call> = Record<string, never> extends Call ? [call?: Call] : [call: Call];
