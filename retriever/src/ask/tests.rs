//! Questions in many words, English and Chinese, and what each must be taken for.

use super::*;

/// One phrasing a line, under what it is.
const TABLE: &str = "
= Calls getUserInfo
where is getUserInfo called
Where is getUserInfo called?
where is `getUserInfo` called from?
where is getUserInfo() called
where is \"getUserInfo\" being called in this codebase?
who calls getUserInfo
Who calls the function getUserInfo?
what calls getUserInfo(id, name)?
which functions call getUserInfo
callers of getUserInfo
find all callers of getUserInfo
show me the callers of getUserInfo()
list all calls to getUserInfo
getUserInfo callers
where do we call getUserInfo
can you find where getUserInfo is called
please show me where getUserInfo is called
where exactly does it call getUserInfo
谁调用了 getUserInfo
谁调用了getUserInfo？
getUserInfo 在哪里被调用
getUserInfo在哪里被调用了？
getUserInfo 在哪被调用
getUserInfo 被谁调用
getUserInfo 函数被哪些地方调用
哪里调用了 getUserInfo
哪些函数调用了 getUserInfo()
哪些地方调用了「getUserInfo」这个函数
请问 getUserInfo 这个方法在哪里调用
调用 getUserInfo 的地方有哪些
= Defined getUserInfo
where is getUserInfo defined
where's getUserInfo defined?
where is the function getUserInfo declared
where is getUserInfo implemented
where is getUserInfo
where does getUserInfo come from
where does `getUserInfo` live?
definition of getUserInfo
show me the definition of getUserInfo
go to definition of getUserInfo
getUserInfo definition
which file defines getUserInfo
in which file is getUserInfo defined
where can I find getUserInfo
what is the definition of getUserInfo
find the implementation of getUserInfo
getUserInfo 在哪里定义
getUserInfo 定义在哪
getUserInfo定义在哪里？
getUserInfo 的定义在哪里
getUserInfo 是在哪个文件里定义的
getUserInfo 在哪
哪里定义了 getUserInfo
在哪个文件定义了 getUserInfo 函数
= Used getUserInfo
where is getUserInfo used
where is getUserInfo used?
where is getUserInfo imported
who uses getUserInfo
what uses getUserInfo
who imports getUserInfo
which files import getUserInfo
which modules use getUserInfo
references to getUserInfo
find references to `getUserInfo`
all usages of getUserInfo
usages of getUserInfo
getUserInfo usages
how is getUserInfo used
is getUserInfo used anywhere?
where do we use getUserInfo
getUserInfo 在哪里使用
getUserInfo 在哪里被使用
getUserInfo 在哪些地方用到了
哪里用到了 getUserInfo
哪里使用了 getUserInfo
谁用了 getUserInfo
谁导入了 getUserInfo
哪些文件引用了 getUserInfo
= WhatIs getUserInfo
what is getUserInfo
what is getUserInfo?
What's getUserInfo
what does getUserInfo do
what does the getUserInfo function do?
what is getUserInfo for
explain getUserInfo
describe the function `getUserInfo`
explain what getUserInfo does
what is the purpose of getUserInfo
how does getUserInfo work
tell me about getUserInfo
getUserInfo 是什么
getUserInfo是什么？
getUserInfo 是做什么的
getUserInfo 是干什么用的
getUserInfo 有什么用
getUserInfo 的作用是什么
getUserInfo 是什么意思
什么是 getUserInfo
解释一下 getUserInfo
= Calls UserService.get
where is UserService.get called
who calls UserService.get()
= Calls store::open
callers of store::open
= Defined session
where is session defined
= WhatIs session
what is a session
= Defined use
where is `use` defined
= Calls call
who calls `call`
= Search
where are users logged in
how does the login work
who calls the police
what is the meaning of life
what does getUserInfo call
which functions does getUserInfo call
getUserInfo 调用了谁
getUserInfo 调用了哪些函数
where is the retry logic for failed uploads
登录失败时在哪里重试
用户在哪里登录
fix the bug in getUserInfo where it is called twice
getUserInfo
how to add a new command
where is
谁调用了

why is the sky blue
";

#[test]
fn phrasings() {
    let known = |name: &str| matches!(name, "session" | "getUserInfo" | "get" | "function" | "open");
    let mut expected = "";
    let mut wrong = Vec::new();
    let mut n = 0;
    for line in TABLE.lines().skip(1) {
        if let Some(head) = line.strip_prefix("= ") {
            expected = head;
            continue;
        }
        n += 1;
        let shown = match classify(line, &known) {
            Question::Calls(name) => format!("Calls {name}"),
            Question::Defined(name) => format!("Defined {name}"),
            Question::Used(name) => format!("Used {name}"),
            Question::WhatIs(name) => format!("WhatIs {name}"),
            Question::Search(text) => {
                assert_eq!(text, line.trim());
                "Search".to_string()
            }
        };
        if shown != expected {
            wrong.push(format!("{line:?}: {shown}, not {expected}"));
        }
    }
    assert!(n > 100);
    assert_eq!(wrong.join("\n"), "");
}

#[test]
fn any_text_is_read_without_panic() {
    for text in ["", "`", "(", "''", "()", "'s", "哪", "where's", "a(", "“x", "\u{0}", "- - -", "是是是是"] {
        let _ = classify(text, &|_| false);
    }
    let long = "where is ".repeat(1000);
    assert_eq!(classify(&long, &|_| true), Question::Search(long.trim().to_string()));
}

#[test]
fn every_template_has_a_name() {
    for (_, template) in TEMPLATES {
        assert_eq!(template.split(' ').filter(|element| *element == "{}").count(), 1, "{template}");
    }
}
