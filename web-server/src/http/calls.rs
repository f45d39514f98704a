//! The result of `calls()` of a module: the routes alone, or the routes with their documentation. A function that is generic over `Calls`
//! lists each handler once for both. A program that never requests the documentation neither builds nor contains it.

use std::pin::Pin;

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use axum::routing::{MethodFilter, on};
use utoipa::Path;
use utoipa::openapi::HttpMethod;
use utoipa_axum::PathItemExt;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::state::App;

/// A collection of calls: `Router` for a server, `OpenApiRouter` for the document.
pub trait Calls: Sized {
    fn new() -> Self;

    /// Adds the handlers that `routes!` lists.
    fn routes<S, D>(self, routes: Routes<S, D>) -> Self
    where
        S: FnOnce(Router<App>) -> Router<App>,
        D: FnOnce() -> UtoipaMethodRouter<App>;

    fn merge(self, other: Self) -> Self;
}

/// Handlers of one path, for both kinds of `Calls`: only one of the functions is called, and only that one is compiled into a program.
pub struct Routes<S, D> {
    pub serve: S,
    pub document: D,
}

impl Calls for Router<App> {
    fn new() -> Self {
        Router::new()
    }

    fn routes<S, D>(self, routes: Routes<S, D>) -> Self
    where
        S: FnOnce(Router<App>) -> Router<App>,
        D: FnOnce() -> UtoipaMethodRouter<App>,
    {
        (routes.serve)(self)
    }

    fn merge(self, other: Self) -> Self {
        Router::merge(self, other)
    }
}

impl Calls for OpenApiRouter<App> {
    fn new() -> Self {
        OpenApiRouter::new()
    }

    fn routes<S, D>(self, routes: Routes<S, D>) -> Self
    where
        S: FnOnce(Router<App>) -> Router<App>,
        D: FnOnce() -> UtoipaMethodRouter<App>,
    {
        OpenApiRouter::routes(self, (routes.document)())
    }

    fn merge(self, other: Self) -> Self {
        OpenApiRouter::merge(self, other)
    }
}

type CallFuture = Pin<Box<dyn Future<Output = Response> + Send>>;

/// Extracts the arguments of a handler from a request, and calls the handler.
pub type CallFn = fn(Request, App) -> CallFuture;

/// A handler of any type. For each type of handler axum compiles separate boxes and services, and a starting server executes them for all
/// routes. That code is spread over the whole program, whose pages would therefore all become resident.
#[derive(Clone, Copy)]
struct Call(CallFn);

impl Handler<Call, App> for Call {
    type Future = CallFuture;

    fn call(self, request: Request, app: App) -> CallFuture {
        (self.0)(request, app)
    }
}

/// Adds a handler at the path and for the methods of its `#[utoipa::path]`, which is `P`.
pub fn add<P: Path>(router: Router<App>, _: P, call: CallFn) -> Router<App> {
    add_at(router, &P::path(), &P::methods(), call)
}

fn add_at(router: Router<App>, path: &str, methods: &[HttpMethod], call: CallFn) -> Router<App> {
    router.route(path, on::<Call, Call, App>(filter_of(methods), Call(call)))
}

fn filter_of(methods: &[HttpMethod]) -> MethodFilter {
    methods.iter().map(PathItemExt::to_method_filter).reduce(MethodFilter::or).expect("a call has a method")
}

/// The `Routes` of handlers that share a path: `routes!(page, sign_in::create)`.
macro_rules! routes {
    ($($($part:ident)::+),+) => {
        $crate::http::calls::Routes {
            serve: |mut router: axum::Router<$crate::state::App>| {
                $(router = $crate::http::calls::add(
                    router,
                    $crate::http::calls::path_of!([] $($part)::+),
                    |request, app| axum::handler::Handler::call($($part)::+, request, app),
                );)+
                router
            },
            document: || -> utoipa_axum::router::UtoipaMethodRouter<$crate::state::App> {
                utoipa_axum::routes!($($($part)::+),+)
            },
        }
    };
}

/// The value that `#[utoipa::path]` defines next to a handler: `sign_in::__path_create` of `sign_in::create`.
macro_rules! path_of {
    ([$($module:ident)*] $handler:ident) => {
        pastey::paste! { $($module ::)* [<__path_ $handler>] }
    };
    ([$($module:ident)*] $next:ident :: $($rest:tt)+) => {
        $crate::http::calls::path_of!([$($module)* $next] $($rest)+)
    };
}

pub(crate) use {path_of, routes};
