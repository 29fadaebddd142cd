//! Languages known by name: they are told apart and shown as what they are, and read by the
//! generic lexer.
//!
//! Codes go to disk; never reuse one.

use super::ROW;
use super::likely;
use crate::lang::Row;

pub(super) static ROWS: &[Row] = &[
    Row {
        code: 88,
        name: "objective-c",
        aliases: &["objc", "objectivec"],
        extensions: &["m", "mm"],
        claims: Some((&["h"], likely::objective_c_header)),
        ..ROW
    },
    Row {
        code: 45,
        name: "perl",
        extensions: &["pl", "pm", "t", "psgi"],
        files: &["cpanfile"],
        programs: &["perl"],
        ..ROW
    },
    Row {
        code: 46,
        name: "prolog",
        extensions: &["prolog", "plt"],
        programs: &["swipl"],
        claims: Some((&["pl"], likely::prolog)),
        ..ROW
    },
    Row {
        code: 47,
        name: "matlab",
        aliases: &["octave"],
        extensions: &["mlx"],
        programs: &["octave"],
        claims: Some((&["m"], likely::matlab)),
        ..ROW
    },
    Row {
        code: 48,
        name: "mathematica",
        aliases: &["wolfram"],
        extensions: &["wl", "wls", "nb"],
        claims: Some((&["m"], likely::mathematica)),
        ..ROW
    },
    Row {
        code: 49,
        name: "xml",
        extensions: &[
            "xml",
            "xsd",
            "xsl",
            "xslt",
            "svg",
            "plist",
            "csproj",
            "props",
            "targets",
            "ui",
            "qrc",
            "storyboard",
        ],
        files: &["pom.xml"],
        claims: Some((&["ts"], likely::qt_translation)),
        ..ROW
    },
    Row { code: 50, name: "julia", extensions: &["jl"], programs: &["julia"], ..ROW },
    Row {
        code: 51,
        name: "groovy",
        extensions: &["groovy", "gradle"],
        files: &["Jenkinsfile"],
        patterns: &["Jenkinsfile.*", "*.Jenkinsfile"],
        programs: &["groovy"],
        ..ROW
    },
    Row {
        code: 53,
        name: "erlang",
        extensions: &["erl", "hrl"],
        files: &["rebar.config"],
        programs: &["escript"],
        ..ROW
    },
    Row { code: 54, name: "clojure", extensions: &["clj", "cljs", "cljc", "edn"], programs: &["bb"], ..ROW },
    Row { code: 55, name: "verilog", extensions: &["v", "vh", "sv", "svh"], ..ROW },
    Row { code: 56, name: "vhdl", extensions: &["vhd", "vhdl"], ..ROW },
    Row { code: 57, name: "coq", aliases: &["rocq"], claims: Some((&["v"], likely::coq)), ..ROW },
    Row { code: 58, name: "v", claims: Some((&["v"], likely::vlang)), ..ROW },
    Row { code: 59, name: "tex", aliases: &["latex"], extensions: &["tex", "sty", "bib", "cls"], ..ROW },
    Row {
        code: 60,
        name: "visual-basic",
        aliases: &["vb"],
        extensions: &["vb", "bas", "frm"],
        claims: Some((&["cls"], likely::visual_basic)),
        ..ROW
    },
    Row { code: 61, name: "apex", extensions: &["apex"], claims: Some((&["cls"], likely::apex)), ..ROW },
    Row { code: 62, name: "fsharp", aliases: &["f#"], extensions: &["fs", "fsi", "fsx"], ..ROW },
    Row { code: 63, name: "nim", extensions: &["nim", "nims"], ..ROW },
    Row { code: 64, name: "crystal", extensions: &["cr"], programs: &["crystal"], ..ROW },
    Row {
        code: 65,
        name: "powershell",
        aliases: &["pwsh"],
        extensions: &["ps1", "psm1", "psd1"],
        programs: &["pwsh"],
        ..ROW
    },
    Row { code: 66, name: "batch", extensions: &["bat", "cmd"], ..ROW },
    Row { code: 67, name: "awk", extensions: &["awk"], programs: &["awk", "gawk", "mawk"], ..ROW },
    Row { code: 68, name: "tcl", extensions: &["tcl"], programs: &["tclsh", "wish"], ..ROW },
    Row { code: 69, name: "vim", aliases: &["viml"], extensions: &["vim"], files: &[".vimrc", "_vimrc"], ..ROW },
    Row { code: 70, name: "emacs-lisp", aliases: &["elisp"], extensions: &["el"], files: &[".emacs"], ..ROW },
    Row { code: 71, name: "lisp", aliases: &["common-lisp"], extensions: &["lisp", "asd"], programs: &["sbcl"], ..ROW },
    Row { code: 72, name: "scheme", extensions: &["scm", "rkt"], programs: &["guile", "racket"], ..ROW },
    Row { code: 73, name: "fortran", extensions: &["f90", "f95", "f03", "f08"], ..ROW },
    Row { code: 74, name: "ada", extensions: &["adb", "ads"], ..ROW },
    Row {
        code: 75,
        name: "pascal",
        extensions: &["pas", "dpr", "lpr"],
        claims: Some((&["inc"], likely::pascal)),
        ..ROW
    },
    Row { code: 76, name: "assembly", aliases: &["asm"], extensions: &["s", "asm", "nasm"], ..ROW },
    Row { code: 77, name: "cmake", extensions: &["cmake"], files: &["CMakeLists.txt"], ..ROW },
    Row { code: 78, name: "nix", extensions: &["nix"], ..ROW },
    Row { code: 79, name: "graphql", extensions: &["graphql", "gql"], ..ROW },
    Row { code: 80, name: "thrift", extensions: &["thrift"], ..ROW },
    Row { code: 81, name: "diff", extensions: &["diff", "patch"], ..ROW },
    Row { code: 82, name: "csv", extensions: &["csv", "tsv"], ..ROW },
    Row { code: 83, name: "solidity", extensions: &["sol"], ..ROW },
    Row { code: 84, name: "glsl", extensions: &["glsl", "vert", "frag", "comp"], ..ROW },
    Row { code: 85, name: "meson", files: &["meson.build", "meson_options.txt"], ..ROW },
    Row { code: 86, name: "rebol", claims: Some((&["r"], likely::rebol)), ..ROW },
    Row {
        code: 87,
        name: "bitbake",
        extensions: &["bb", "bbappend", "bbclass"],
        claims: Some((&["inc"], likely::bitbake)),
        ..ROW
    },
];
