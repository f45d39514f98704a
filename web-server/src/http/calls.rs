//! The result of `calls()` of a module: the calls as a server needs them, or with their documentation. A function that is generic over
//! `Calls` lists each handler once for both. A program that never requests the documentation neither builds nor contains it.

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

/// A collection of calls: `ServedCalls` for a server, `OpenApiRouter` for the document.
pub trait Calls: Sized {
    fn new() -> Self;

    /// Adds the handlers that `routes!` lists.
    fn routes<S, D>(self, routes: Routes<S, D>) -> Self
    where
        S: FnOnce(ServedCalls) -> ServedCalls,
        D: FnOnce() -> UtoipaMethodRouter<App>;

    fn merge(self, other: Self) -> Self;

    /// Lets the handlers use the connections of staff and admins (`App::for_staff`).
    #[must_use]
    fn for_staff(self) -> Self;
}

/// Handlers of one path, for both kinds of `Calls`: only one of the functions is called, and only that one is compiled into a program.
pub struct Routes<S, D> {
    pub serve: S,
    pub document: D,
}

type CallFuture = Pin<Box<dyn Future<Output = Response> + Send>>;

/// Extracts the arguments of a handler from a request, and calls the handler.
pub type CallFn = fn(Request, App) -> CallFuture;

/// A handler of any type. For each type of handler axum compiles separate boxes and services, and a starting server executes them for all
/// routes. That code is spread over the whole program, whose pages would therefore all become resident.
#[derive(Clone, Copy)]
struct Call {
    handle: CallFn,
    is_for_staff: bool,
}

impl Handler<Call, App> for Call {
    type Future = CallFuture;

    fn call(self, request: Request, app: App) -> CallFuture {
        let app = if self.is_for_staff { app.for_staff() } else { app };
        (self.handle)(request, app)
    }
}

struct ServedCall {
    path: String,
    methods: MethodFilter,
    call: Call,
}

/// Addresses and handlers. They are a list until all are known, because merged routers insert each address several times.
pub struct ServedCalls(Vec<ServedCall>);

impl ServedCalls {
    /// Adds a handler at the path and for the methods of its `#[utoipa::path]`, which is `P`.
    pub fn add<P: Path>(mut self, _: P, handle: CallFn) -> Self {
        let call = Call { handle, is_for_staff: false };
        self.0.push(ServedCall { path: P::path(), methods: filter_of(&P::methods()), call });
        self
    }

    pub fn into_router(self) -> Router<App> {
        let route = |router: Router<App>, served: ServedCall| {
            router.route(&served.path, on::<Call, Call, App>(served.methods, served.call))
        };
        self.0.into_iter().fold(Router::new(), route)
    }
}

fn filter_of(methods: &[HttpMethod]) -> MethodFilter {
    methods.iter().map(PathItemExt::to_method_filter).reduce(MethodFilter::or).expect("a call has a method")
}

impl Calls for ServedCalls {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn routes<S, D>(self, routes: Routes<S, D>) -> Self
    where
        S: FnOnce(ServedCalls) -> ServedCalls,
        D: FnOnce() -> UtoipaMethodRouter<App>,
    {
        (routes.serve)(self)
    }

    fn merge(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    fn for_staff(mut self) -> Self {
        for served in &mut self.0 {
            served.call.is_for_staff = true;
        }
        self
    }
}

impl Calls for OpenApiRouter<App> {
    fn new() -> Self {
        OpenApiRouter::new()
    }

    fn routes<S, D>(self, routes: Routes<S, D>) -> Self
    where
        S: FnOnce(ServedCalls) -> ServedCalls,
        D: FnOnce() -> UtoipaMethodRouter<App>,
    {
        OpenApiRouter::routes(self, (routes.document)())
    }

    fn merge(self, other: Self) -> Self {
        OpenApiRouter::merge(self, other)
    }

    fn for_staff(self) -> Self {
        self
    }
}

/// The `Routes` of handlers that share a path: `routes!(page, sign_in::create)`.
macro_rules! routes {
    ($($($part:ident)::+),+) => {
        $crate::http::calls::Routes {
            serve: |calls: $crate::http::calls::ServedCalls| {
                calls$(.add(
                    $crate::http::calls::path_of!([] $($part)::+),
                    |request, app| axum::handler::Handler::call($($part)::+, request, app),
                ))+
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
