#' Adds two numbers.
#'
#' @param x a number
#' @export
add <- function(x, y = 1, ...) {
  z <- x + y
  total <<- total + z
  helper(z)
}
mul = function(a, b) a * b
(function(q) q + 1) -> inc
LIMIT <- 10
"quoted" <- function() NULL
`my fun` <- \(x) x
`[.myclass` <- function(x, i) unclass(x)[i]
print.myclass <- function(x, ...) cat(x$name, x@slot)
library(dplyr)
library("ggplot2")
require(methods)
requireNamespace("jsonlite", quietly = TRUE)
source("R/utils.R")
box::use(dplyr[filter, select], utils)
import::from(magrittr, "%>%")
df %>% filter(x > 1) |> dplyr::mutate(y = x * 2)
`%+%` <- function(a, b) paste(a, b)
a %+% b
x$name <- "n"; x[["key"]] <- 2; names(x) <- c("a"); x@slot <- 3
#' A person.
setClass("Person", representation(name = "character", age = "numeric"), contains = "Base")
Person <- setClass("Person", slots = c(name = "character"))
setGeneric("greet", function(obj, ...) standardGeneric("greet"))
setMethod("greet", "Person", function(obj, ...) cat(obj@name))
setMethod("show",
  signature(object = "Person"),
  function(object) {
    cat("x")
  })
setValidity("Person", function(object) TRUE)
Account <- R6Class("Account", inherit = Base,
  public = list(
    balance = 0,
    #' @description Deposit.
    deposit = function(x) { self$balance <- self$balance + x; invisible(self) }
  ),
  private = list(secret = NULL, log = function() private$secret),
  active = list(total = function(value) self$balance)
)
acc <- Account$new(5)
acc$deposit(3)$deposit(4)
for (i in seq_len(10)) { if (i > 3) break else next }
lapply(xs, function(v) v + 1)
do.call("add", list(1, 2))
~ x + y
stats:::internal(3)
f <- local({ k <- 1; function() k })
UseMethod("print")
assign("dyn", 3)
if (TRUE) { g <- function() 1 }
Gen <- setRefClass("Gen", fields = list(n = "numeric"), methods = list(inc = function() { n <<- n + 1 }))
x |> (\(y) y + 1)()
options(a.b = TRUE)
.hidden <- function() 1
