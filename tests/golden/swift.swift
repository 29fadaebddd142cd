import Foundation
@testable import struct Models.User

/// How many fit.
public let queueMax = 16
private var count: Int = 0
typealias Handler = (User) -> Void

/// A named thing.
protocol Named: Codable {
    associatedtype Item
    var name: String { get }
    func rename(to name: String) -> Self
}

/** A queue. */
@available(iOS 13, *)
public final class Queue<T: Named>: Base, Named where T.Item == Int {
    @Published var items: [T] = []
    private(set) var size: Int
    fileprivate static let shared = Queue<User>()
    var isEmpty: Bool { return items.isEmpty }
    var total: Int {
        get { size }
        set(value) { size = value }
    }

    init(size: Int = queueMax) {
        self.size = size
        super.init()
    }

    deinit { count -= 1 }
    subscript(index: Int) -> T { items[index] }
    func push(_ item: T, at place: Int?) throws -> Queue {
        guard let place = place, size > 0 else { throw QueueError.full(limit: size) }
        items[place] = item
        let first = items.first?.name ?? "none"
        for other in items where other.name == first {
            other.rename(to: first)
        }
        return self
    }
    static func == (a: Queue, b: Queue) -> Bool { a.size == b.size }
}

enum QueueError: Error {
    case full(limit: Int), empty
    indirect case other(User)
}

extension Models.User: Named {
    struct Key { let id: Int }
    func load(handler: @escaping Handler) async -> [User] {
        let queue = try! Queue<User>(size: 3)
        let user: User = User(name: "user_name")
        let keys = [Key]()
        Task { [weak self] in
            await self?.save(user)
        }
        outer: while let next = queue.next() {
            switch next {
            case .full(let limit): print("limit \(limit)", keys)
            case let .other(user): handler(user)
            case is User: break outer
            default: run(.fast, mode: .slow(1), with: \.name)
            }
        }
        if case .empty = state, let cast = user as? Admin {
            cast.items.map { $0.name }.filter(isGood)
        }
        do { try queue.push(user, at: nil) } catch let error as QueueError { log(error) }
        if case let .full(limit) = state { log(limit) }
        #warning("unfinished")
        #if os(Linux)
        let pairs: [String: Key] = ["a": Key(id: 1)]
        #endif
        return users.map { (user: User) -> User in user }
    }
}
