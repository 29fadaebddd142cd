//! A small queue.
const std = @import("std");
const Allocator = std.mem.Allocator;
pub const parsers = @import("clap/parsers.zig");
const Color = @import("color.zig").Color;
pub usingnamespace @import("all.zig");

/// How many fit.
pub const queue_max: usize = 16;
var count: u32 = 0;
const alias = queue_max;

/// What can go wrong.
pub const Error = error{ Full, Empty };

pub const Kind = enum(u8) {
    small = 1,
    large,

    pub fn isSmall(kind: Kind) bool {
        return kind == .small;
    }
};

const Value = union(enum) {
    number: u32,
    text: []const u8,
    none,
};

/// A queue of T.
pub fn Queue(comptime T: type, comptime n: usize) type {
    return struct {
        items: [n]T = undefined,
        len: usize = 0,
        allocator: ?*Allocator,

        const Self = @This();

        pub fn init(allocator: *Allocator) Self {
            return Self{ .allocator = allocator, .len = n };
        }

        fn push(self: *Self, item: T) Error!void {
            if (self.len == n) return error.Full;
            self.items[self.len] = item;
            self.len += 1;
            count = count + 1;
        }
    };
}

extern "c" fn puts(text: [*:0]const u8) c_int;

const Point = packed struct { x: i32, y: i32 };
const Pair = struct { u32, Kind };

fn run(allocator: *Allocator, values: []const Value) !u32 {
    var queue = Queue(u32, queue_max).init(allocator);
    const point: Point = .{ .x = 1, .y = count };
    const first, var second = split(point);
    var last = first;
    second = last orelse 0;
    const Local = struct { a: Color };
    outer: for (values, 0..) |value, i| {
        switch (value) {
            .number => |number| try queue.push(number),
            .text => |text| std.debug.print("count {s}\n", .{text}),
            else => break :outer,
        }
        _ = @as(Local, @intCast(i));
    }
    if (queue.items[0].next()) |found| {
        last = found;
    } else |err| return err;
    while (iter.next()) |it| : (count += 1) {
        it.* = parse(it) catch |e| fail(e);
    }
    defer queue.deinit();
    return last;
}

test "queue_is_empty" {
    const text =
        \\first line
    ;
    try std.testing.expectEqual(run(undefined, text), 0);
}
